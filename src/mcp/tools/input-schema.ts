import {
  isPlainObjectSchema,
  type JSONSchemaObject,
} from '../../tools/structured-output/model-schema.ts';
import { plainSchema, UnusableSchema } from './plain-schema.ts';
import { isCheap } from './schema-cost.ts';

/** The schemas of one tool's input. */
export interface InputSchemas {
  /** What the model is shown. */
  readonly shown: JSONSchemaObject;
  /** What its calls are held against: never more than the server's own. */
  readonly checked: JSONSchemaObject;
}

const MAX_CHARS = 50_000;
/** What the API takes as the name of an input's field. */
const FIELD = /^[A-Za-z0-9_.-]{1,64}$/;

/** @throws UnusableSchema */
export function inputSchemas(raw: unknown): InputSchemas {
  const size = sizeOf(raw);
  if (size > MAX_CHARS) throw new UnusableSchema(`has ${size} characters; ${MAX_CHARS} are taken`);
  const schema = plainSchema(raw);
  const fields = Object.keys(Object(schema['properties']));
  const odd = fields.find((name) => !FIELD.test(name));
  if (odd !== undefined) {
    throw new UnusableSchema(`has a field ${JSON.stringify(odd)}, which no call can send`);
  }
  const { type = 'object' } = schema;
  if (![type].flat().includes('object')) {
    throw new UnusableSchema(`is of type ${JSON.stringify(type)}, and an input is an object`);
  }
  const whole = { ...schema, type: 'object' };
  return { shown: forModel(whole), checked: boundedCheck(whole) };
}

/** @throws UnusableSchema for one that is nested deeper than the stack goes */
function sizeOf(raw: unknown): number {
  try {
    return JSON.stringify(raw)?.length ?? 0;
  } catch (cause) {
    throw new UnusableSchema('is nested too deep', { cause });
  }
}

/** The API takes no choice at the top; calls are held against it all the same. */
function forModel(schema: JSONSchemaObject): JSONSchemaObject {
  if (isPlainObjectSchema(schema)) return schema;
  const { oneOf: _one, anyOf: _any, allOf: _all, ...rest } = schema;
  return rest;
}

/**
 * Without what takes a time that nobody knows (a pattern can be made to backtrack for hours, references to go round in
 * circles), and without what turns a looser part into a stricter whole. The server checks all of it itself.
 */
function boundedCheck(schema: JSONSchemaObject): JSONSchemaObject {
  const plain = loosened(schema, UNBOUNDED);
  return isCheap(plain) ? plain : loosened(plain, new Set(['$ref']));
}

const UNBOUNDED = new Set(
  'pattern patternProperties format uniqueItems not if then else contains minContains maxContains unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
/** Keywords whose value is a map of schemas by names of the author's. */
const NAMED = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose value is no schema. */
const DATA = new Set(['enum', 'const', 'default', 'required', 'type']);

function loosened(schema: JSONSchemaObject, dropped: ReadonlySet<string>): JSONSchemaObject {
  const kept = Object.entries(schema).filter(([key]) => !dropped.has(key));
  const open = 'patternProperties' in schema ? 'additionalProperties' : undefined;
  return Object.fromEntries(
    kept
      .filter(([key]) => key !== open)
      .map(([key, value]) => {
        // Exactly one of several: a looser one may match beside another.
        const name = key === 'oneOf' && !('anyOf' in schema) ? 'anyOf' : key;
        return [name, valueLoosened(key, value, dropped)];
      })
      .filter(([key]) => key !== 'oneOf'),
  ) as JSONSchemaObject;
}

function valueLoosened(key: string, value: unknown, dropped: ReadonlySet<string>): unknown {
  if (DATA.has(key) || typeof value !== 'object' || value === null) return value;
  const inner = (part: unknown) =>
    typeof part === 'object' && part !== null ? loosened(part as JSONSchemaObject, dropped) : part;
  if (Array.isArray(value)) return value.map(inner);
  if (!NAMED.has(key)) return inner(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(part)]));
}
