import { expect, test } from 'vitest';
import { problemOfSchema } from '../../src/tools/structured-output/check-schema.ts';

test.each([
  [{ type: 'strin' }, '#/type can\'t be "strin"; did you mean "string"?'],
  [{ type: 'object', required: 'a' }, '#/required has to be a list of property names.'],
  [{ propertes: {} }, '#/propertes is no keyword; did you mean "properties"?'],
  [{ properties: { a: { $ref: '#/$defs/b' } } }, '#/properties/a/$ref leads nowhere'],
  [{ properties: { a: { pattern: '(' } } }, '#/properties/a/pattern is no regular expression'],
  [{ items: [{ minLength: '3' }] }, '#/items/0/minLength has to be a number.'],
  [{ anyOf: {} }, '#/anyOf has to be a list of schemas.'],
  [{ $ref: 'https://example.com/a.json' }, '#/$ref leads out of the schema'],
  [{ not: 'x' }, '#/not has to be an object.'],
])('%j is refused', (schema, message) => {
  expect(problemOfSchema(schema)).toContain(message);
});

test.each([
  [{}],
  [{ type: ['string', 'null'], enum: ['a', null], 'x-mine': 1 }],
  [{ properties: { typ: true, require: { const: { typ: 1 } } }, required: ['typ'] }],
  [{ $defs: { a: { type: 'object' } }, items: { $ref: '#/$defs/a' }, default: { typ: 1 } }],
  [{ type: 'object', additionalProperties: false, patternProperties: { '^a': {} } }],
  [{ definitions: { 'a/b': true }, allOf: [{ $ref: '#/definitions/a~1b' }] }],
])('%j is taken', (schema) => {
  expect(problemOfSchema(schema)).toBeUndefined();
});
