import * as z from 'zod';

/**
 * A number that models also write as a text: takes `5000` and `"5000"`, and leaves `""`, `"abc"`,
 * `"1e999"` to the schema, which refuses them. The model's JSON Schema says number.
 */
export function semanticNumber<Schema extends z.ZodType<number>>(
  schema: Schema,
): z.ZodPreprocess<Schema>;
export function semanticNumber(): z.ZodPreprocess<z.ZodNumber>;
export function semanticNumber(schema: z.ZodType<number> = z.number()) {
  return z.preprocess(toNumber, schema);
}

/** A truth value that models also write as a text: takes `true` and `"true"`, nothing else. */
export function semanticBoolean(): z.ZodPreprocess<z.ZodBoolean> {
  return z.preprocess(toBoolean, z.boolean());
}

function toNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function toBoolean(value: unknown): unknown {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}
