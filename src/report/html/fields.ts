/** Readers for messages that others may have written: what is not of the kind asked for reads as empty. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Numbers and truth values as text; empty for anything else that is no text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The blocks of a message's content; a bare text is one text block. */
export function blocksOf(message: unknown): readonly Fields[] {
  const { content } = fieldsOf(fieldsOf(message)['message']) as { readonly content?: unknown };
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return itemsOf(content).map(fieldsOf);
}

/** Milliseconds since the epoch. */
export function timeOf(message: Fields): number | undefined {
  const at = Date.parse(textOf(message['timestamp']));
  return Number.isNaN(at) ? undefined : at;
}
