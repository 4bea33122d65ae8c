import { expect, test } from 'vitest';
import { inputSchemas } from '../../src/mcp/tools/input-schema.ts';

test.each([['string'], [['array', 'null']]])('an input of type %j is none', (type) => {
  expect(() => inputSchemas({ type })).toThrow('an input is an object');
});

test.each([{}, { type: 'object' }, { type: ['object', 'null'] }])('%j is taken', (schema) => {
  expect(inputSchemas(schema).shown).toEqual({ type: 'object' });
});
