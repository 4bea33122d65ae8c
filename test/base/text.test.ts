import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countOf, cutText, listOf, oneLine } from '../../src/base/text.ts';

test('cutText never cuts a character in two', () => {
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab😀', 4)).toBe('ab😀');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, max) => {
      const cut = cutText(text, max);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(/\p{Surrogate}/u.test(cut)).toBe(false);
    }),
  );
});

test('oneLine has no line break and no control character', () => {
  expect(oneLine('a\r\n\tb\u2028c\u0007')).toBe('a b c');
  expect(oneLine('abcdef', 4)).toBe('abc…');
});

test('numbers and lists read as words', () => {
  expect(countOf(1, 'line')).toBe('1 line');
  expect(countOf(0, 'match', 'matches')).toBe('0 matches');
  expect(listOf([])).toBe('');
  expect(listOf(['a'])).toBe('a');
  expect(listOf(['a', 'b', 'c'])).toBe('a, b and c');
  expect(listOf(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
});
