import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearRegex } from '../../../src/base/linear-regex/linear-regex.ts';
import { PatternError } from '../../../src/base/name-glob.ts';

const PATTERNS = [
  'mcp__.*',
  '^(Edit|Write)$',
  '^Notebook',
  'a|',
  '',
  '^$',
  '^(?!Read$).*$',
  '(?=.*b)a',
  'a{2}',
  'a{2,}b',
  '^a{0,2}$',
  '^(ab?){1,3}$',
  '(a*)*b',
  '(|a)+',
  '[ab]c',
  '[^a]b',
  '[]',
  '[^]',
  '[\\]a]b',
  '\\bab',
  'a\\B',
  '\\x61\\u0062',
  '\\d\\w\\s',
  'a{,2}',
  'a.c',
  '(?:a|b)+?c$',
  '(?<name>a)b',
  '\\.',
  ']a}',
  '(){999999999}a',
  '(((){999}){999}){999}',
];

test('it answers as the regular expressions of JavaScript do', () => {
  for (const source of PATTERNS) {
    const [ours, theirs] = [linearRegex(source), new RegExp(source)];
    const text = fc.stringMatching(/^[abc \n.\]}{,1_-]{0,8}$/);
    fc.assert(
      fc.property(text, (given) => {
        expect([source, ours(given)]).toEqual([source, theirs.test(given)]);
      }),
      { numRuns: 150 },
    );
  }
});

// Each of these would keep JavaScript's own engine busy for longer than anybody waits.
test.each([
  ['(a+)+$', 'a'],
  ['^(a|a)*$', 'a'],
  ['(a|aa)+$', 'a'],
  ['^(\\w+\\s?)*$', 'a'],
  ['(.*)*(.*)*x', 'a'],
  ['(?=(a+)+$)', 'a'],
  ['(a{1,10}){1,10}$', 'a'],
])('%s comes to an end', (source, unit) => {
  expect(linearRegex(source)(`${unit.repeat(3_000)}!`)).toBe(false);
});

test.each([
  '(',
  '[a',
  '*',
  '(a)\\1',
  '(?<=a)b',
  '(?<!a)b',
  '(?i:a)',
  'a{5000}',
  '((a{99}){99}){99}',
])('%s is refused', (source) => {
  expect(() => linearRegex(source)).toThrow(PatternError);
});

test('a text that is too long is refused', () => {
  expect(() => linearRegex('a')('b'.repeat(5_000))).toThrow(PatternError);
});
