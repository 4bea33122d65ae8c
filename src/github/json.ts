/** An object of a payload or an answer of the API: fields may be missing, null, or of another type. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under `key`; `undefined` for null and anything else, as for deleted accounts. */
export function objectAt(of: Json | undefined, key: string): Json | undefined {
  const value = of?.[key];
  return isObject(value) ? value : undefined;
}

/** Text that is not empty. */
export function textAt(of: Json | undefined, key: string): string | undefined {
  const value = of?.[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number or id from 1 on. */
export function numberAt(of: Json | undefined, key: string): number | undefined {
  const value = of?.[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The objects of a list; anything else in it is passed over. */
export function objectsAt(of: Json | undefined, key: string): readonly Json[] {
  const value = of?.[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A commit's id, never what git could take for an option or a name. */
export function shaAt(of: Json | undefined, key: string): string | undefined {
  const sha = textAt(of, key);
  return sha !== undefined && /^[0-9a-f]{40,64}$/.test(sha) ? sha : undefined;
}
