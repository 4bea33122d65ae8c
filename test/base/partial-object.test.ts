import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartialObject } from '../../src/base/partial-object.ts';

/** The members of a text that comes in pieces of these lengths. */
function membersOf(text: string, lengths: readonly number[]) {
  const reader = new PartialObject();
  const found: [string, unknown][] = [];
  let at = 0;
  for (const length of [...lengths, text.length]) {
    for (const { key, value } of reader.push(text.slice(at, at + length))) found.push([key, value]);
    at += length;
  }
  return found;
}

test('property: the members of any object come out once, in order, however it is cut', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  const indent = fc.constantFrom(undefined, 1, '\t');
  fc.assert(
    fc.property(object, indent, fc.array(fc.nat({ max: 7 })), (value, space, lengths) => {
      const text = JSON.stringify(value, null, space);
      expect(membersOf(text, lengths)).toEqual(Object.entries(JSON.parse(text)));
    }),
  );
});

test('a member comes with the piece that completes it', () => {
  const reader = new PartialObject();
  expect(reader.push('{"command":"ls \\"a')).toEqual([]);
  expect(reader.push('\\" b",')).toEqual([{ key: 'command', value: 'ls "a" b' }]);
  expect(reader.push('"timeout":12')).toEqual([]);
  expect(reader.push('0}')).toEqual([{ key: 'timeout', value: 120 }]);
});

test('property: what is no object never throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat({ max: 5 })), (text, lengths) => {
      for (const [key] of membersOf(text, lengths)) expect(typeof key).toBe('string');
    }),
  );
});

test('an escape may be cut in the middle', () => {
  expect(membersOf('{"a":"x\\u00e9\\\\"}', [7, 1, 1])).toEqual([['a', 'xé\\']]);
});
