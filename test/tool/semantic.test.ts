import { expect, test } from 'vitest';
import * as z from 'zod';
import { semanticBoolean, semanticNumber } from '../../src/tool/semantic.ts';

test.each([
  ['5000', 5000],
  ['-3', -3],
  ['0.5', 0.5],
  [7, 7],
])('%j is a number', (given, value) => {
  expect(semanticNumber().parse(given)).toBe(value);
});

test.each([
  '',
  ' ',
  'abc',
  '1e999',
  '1e3',
  '0x10',
  'Infinity',
  'NaN',
  '5 ',
  '9'.repeat(400),
  null,
  true,
  [],
  {},
])('%j is no number', (given) => {
  expect(semanticNumber().safeParse(given).success).toBe(false);
});

test.each([
  ['true', true],
  ['false', false],
  [true, true],
  [false, false],
])('%j is a truth value', (given, value) => {
  expect(semanticBoolean().parse(given)).toBe(value);
});

test.each(['', 'True', 'yes', '1', 1, 0, null])('%j is no truth value', (given) => {
  expect(semanticBoolean().safeParse(given).success).toBe(false);
});

test('the checks of the inner schema count', () => {
  const schema = semanticNumber(z.number().int().min(1));
  expect(schema.parse('2')).toBe(2);
  expect(schema.safeParse('0').success).toBe(false);
  expect(schema.safeParse('1.5').success).toBe(false);
});

test('the model sees a number and a truth value', () => {
  const schema = z.strictObject({
    limit: semanticNumber().optional().describe('How many'),
    all: semanticBoolean().optional().describe('Whether all'),
  });
  expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
    properties: {
      limit: { type: 'number', description: 'How many' },
      all: { type: 'boolean', description: 'Whether all' },
    },
  });
  expect(schema.parse({})).toEqual({});
});
