import { nearest } from '../../base/nearest.ts';
import type { JSONSchemaObject } from './model-schema.ts';

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const ONE =
  'additionalProperties not if then else contains propertyNames additionalItems items unevaluatedItems unevaluatedProperties'.split(
    ' ',
  );
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const NUMBERS =
  'multipleOf maximum minimum maxLength minLength maxItems minItems maxProperties minProperties maxContains minContains'.split(
    ' ',
  );
const OTHERS =
  '$schema $id $anchor $dynamicAnchor $dynamicRef $comment $vocabulary $ref id type enum const format title description default examples deprecated readOnly writeOnly uniqueItems required dependentRequired dependencies pattern exclusiveMaximum exclusiveMinimum contentEncoding contentMediaType contentSchema'.split(
    ' ',
  );
const KEYWORDS = [...ONE, ...LISTS, ...MAPS, ...NUMBERS, ...OTHERS];

/**
 * What is wrong with a JSON Schema, in a sentence with its place as a JSON Pointer; `undefined` when
 * nothing is. Found before the first turn: no answer of the model could make up for it. Keywords of
 * one's own are allowed, as the specification allows them (JSON Schema 2020-12, core 6.5), unless
 * they look like a slip.
 */
export function problemOfSchema(root: JSONSchemaObject): string | undefined {
  try {
    checkSchema(root, '#', root);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaProblem) return error.message;
    throw error;
  }
}

class SchemaProblem extends Error {}

function checkSchema(schema: unknown, at: string, root: JSONSchemaObject): void {
  if (typeof schema === 'boolean') return;
  const keywords = objectAt(schema, at);
  for (const [key, value] of Object.entries(keywords)) {
    const place = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!KEYWORDS.includes(key)) refuseSlip(key, place);
    else if (MAPS.includes(key)) checkMap(key, value, place, root);
    else if (LISTS.includes(key)) checkList(value, place, root);
    else if (ONE.includes(key)) checkOne(key, value, place, root);
    else checkValue(key, value, place, root);
  }
}

function checkOne(key: string, value: unknown, place: string, root: JSONSchemaObject): void {
  // Up to 2019-09 a list of schemas gave the items their own one each.
  if (key === 'items' && Array.isArray(value)) checkList(value, place, root);
  else checkSchema(value, place, root);
}

function checkMap(key: string, value: unknown, place: string, root: JSONSchemaObject): void {
  for (const [name, inner] of Object.entries(objectAt(value, place))) {
    if (key === 'patternProperties') checkPattern(name, place);
    checkSchema(inner, `${place}/${name}`, root);
  }
}

function checkList(value: unknown, place: string, root: JSONSchemaObject): void {
  if (!Array.isArray(value)) throw problem(place, 'has to be a list of schemas');
  for (const [index, inner] of value.entries()) checkSchema(inner, `${place}/${index}`, root);
}

function checkValue(key: string, value: unknown, place: string, root: JSONSchemaObject): void {
  if (NUMBERS.includes(key) && typeof value !== 'number')
    throw problem(place, 'has to be a number');
  if (key === 'type') for (const type of [value].flat()) checkType(type, place);
  if (key === 'enum' && !Array.isArray(value)) throw problem(place, 'has to be a list of values');
  if (key === 'required' && Array.isArray(value) && value.every((it) => typeof it === 'string'))
    return;
  // In draft 4 and before, `required: true` stood in the property itself.
  if (key === 'required') throw problem(place, 'has to be a list of property names');
  if (key === 'pattern') checkPattern(value, place);
  if (key === '$ref') checkReference(value, place, root);
}

function checkType(type: unknown, place: string): void {
  if (typeof type === 'string' && TYPES.includes(type)) return;
  const near = typeof type === 'string' ? nearest(type, TYPES) : undefined;
  throw problem(
    place,
    `can't be ${JSON.stringify(type)}${near ? `; did you mean "${near}"?` : `: it takes ${TYPES.join(', ')}`}`,
  );
}

function checkPattern(pattern: unknown, place: string): void {
  try {
    if (typeof pattern !== 'string') throw new Error('it is no text');
    new RegExp(pattern, 'u');
  } catch (error) {
    throw problem(place, `is no regular expression: ${(error as Error).message}`);
  }
}

/** References lead within the schema: nothing is fetched. Names (`#name`, an `$id`) are left to the validator. */
function checkReference(reference: unknown, place: string, root: JSONSchemaObject): void {
  if (typeof reference !== 'string') throw problem(place, 'has to be a text');
  if (/^https?:/.test(reference) && !JSON.stringify(root).includes(`"$id":"${reference}"`))
    throw problem(place, `leads out of the schema (${reference}): put what it names under $defs`);
  if (!reference.startsWith('#/')) return;
  let found: unknown = root;
  for (const step of decodeURIComponent(reference.slice(2)).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Record<string, unknown>)[key]
        : undefined;
  }
  if (found === undefined) throw problem(place, `leads nowhere: there is no ${reference}`);
}

function refuseSlip(key: string, place: string): void {
  const near = nearest(key, KEYWORDS);
  if (near !== undefined) throw problem(place, `is no keyword; did you mean "${near}"?`);
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw problem(place, 'has to be an object');
}

function problem(place: string, what: string): SchemaProblem {
  return new SchemaProblem(`${place} ${what}.`);
}
