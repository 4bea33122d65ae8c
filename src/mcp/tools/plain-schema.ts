import type { JSONSchemaObject } from '../../tools/structured-output/model-schema.ts';
import { cleanDescription } from '../tool-description.ts';

/** What can't be offered, and why: the end of a sentence about the tool's input schema. */
export class UnusableSchema extends Error {
  override readonly name = 'UnusableSchema';
}

const MAX_DEPTH = 24;
const MAX_NODES = 2_000;
const MAX_WORDS = 1_000;
const MAX_LIST = 500;

const ONE = new Set(
  'additionalProperties not if then else contains propertyNames items unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAPS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
const NUMBERS = new Set(
  'multipleOf maximum minimum exclusiveMaximum exclusiveMinimum maxLength minLength maxItems minItems maxProperties minProperties maxContains minContains'.split(
    ' ',
  ),
);
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Letters of any script, but nothing in which an order could be hidden. */
const PROPERTY = /^[\p{L}\p{N}_.$@/: -]{1,64}$/u;

/**
 * A foreign schema in the words of JSON Schema 2020-12 that the API takes: keywords that are not known or not well
 * formed are left out (the server checks its input itself), older spellings are brought up to date, and what it says
 * in words is cleaned as a description is.
 * @throws UnusableSchema for one that is too large or deep, or leads out of itself
 */
export function plainSchema(raw: unknown): JSONSchemaObject {
  let nodes = 0;
  const schemaOf = (value: unknown, depth: number): JSONSchemaObject | boolean => {
    if (typeof value === 'boolean') return value;
    nodes += 1;
    if (depth > MAX_DEPTH) throw new UnusableSchema(`is nested deeper than ${MAX_DEPTH} levels`);
    if (nodes > MAX_NODES) throw new UnusableSchema(`has more than ${MAX_NODES} parts`);
    const kept = Object.entries(modern(Object(value))).map(([key, inner]) => [
      key,
      keywordOf(key, inner, (part) => schemaOf(part, depth + 1)),
    ]);
    return Object.fromEntries(kept.filter(([, inner]) => inner !== undefined)) as JSONSchemaObject;
  };
  const schema = schemaOf(raw, 0);
  return typeof schema === 'boolean' ? {} : schema;
}

/** Before 2020-12, a list under `items` was what is `prefixItems` now. */
function modern(given: object): Readonly<Record<string, unknown>> {
  const schema: Record<string, unknown> = { ...given };
  if (!Array.isArray(schema['items'])) return schema;
  const { items, additionalItems, ...rest } = schema;
  return {
    ...rest,
    prefixItems: items,
    ...(additionalItems !== undefined && { items: additionalItems }),
  };
}

type Convert = (value: unknown) => JSONSchemaObject | boolean;

/** The value to keep; `undefined`: none. */
function keywordOf(key: string, value: unknown, convert: Convert): unknown {
  if (ONE.has(key)) return isSchema(value) ? convert(value) : undefined;
  if (LISTS.has(key)) return listOf(value, convert);
  if (MAPS.has(key)) return mapOf(value, convert);
  if (NUMBERS.has(key)) return typeof value === 'number' ? value : undefined;
  return plainValue(key, value);
}

function plainValue(key: string, value: unknown): unknown {
  switch (key) {
    case '$ref':
      return referenceOf(value);
    case 'type':
      return typeOf(value);
    case 'enum':
      return Array.isArray(value) && value.length > 0
        ? value.slice(0, MAX_LIST).filter(isSeen)
        : undefined;
    case 'required':
      return namesOf(value);
    case 'title':
    case 'description':
      return wordsOf(value);
    case 'const':
    case 'default':
      return isSeen(value) ? value : undefined;
    case 'pattern':
      return isPattern(value) ? value : undefined;
    case 'format':
      return typeof value === 'string' && /^[a-z-]{1,30}$/u.test(value) ? value : undefined;
    case 'uniqueItems':
      return typeof value === 'boolean' ? value : undefined;
    default:
      return undefined;
  }
}

function listOf(value: unknown, convert: Convert): unknown {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isSchema)) return undefined;
  return value.map(convert);
}

function mapOf(value: unknown, convert: Convert): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const odd = Object.keys(value).find((name) => !PROPERTY.test(name));
  if (odd !== undefined) {
    throw new UnusableSchema(`has a property with the name ${JSON.stringify(odd.slice(0, 40))}`);
  }
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    isSchema(inner) ? convert(inner) : {},
  ]);
  return Object.fromEntries(entries);
}

function referenceOf(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('#')) return value;
  throw new UnusableSchema(`leads out of itself (${JSON.stringify(value)?.slice(0, 80)})`);
}

function typeOf(value: unknown): unknown {
  const types = [value].flat().filter((type) => TYPES.has(type as string));
  if (types.length === 0) return undefined;
  return Array.isArray(value) ? [...new Set(types)] : value;
}

function namesOf(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  return [...new Set(value.filter((name) => typeof name === 'string'))];
}

function wordsOf(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  return cleanDescription(value).text.slice(0, MAX_WORDS) || undefined;
}

/** Data that shows all that is in it. */
function isSeen(value: unknown): boolean {
  if (typeof value !== 'string') return JSON.stringify(value).length <= MAX_WORDS;
  return (
    value.length <= MAX_WORDS && (value === '' || cleanDescription(value).text === value.trim())
  );
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isSchema(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value))
  );
}
