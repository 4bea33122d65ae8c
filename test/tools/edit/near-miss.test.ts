import { expect, test } from 'vitest';
import { explainNearMiss } from '../../../src/tools/edit/near-miss.ts';

test.each([
  [
    'a curly quote',
    'x\nsay(“hi”);\n',
    'say("hi");',
    'line 2, at column 5: the file has "“" U+201C (left double quote), old_string has """ U+0022 (quotation mark)',
  ],
  [
    'a straight quote',
    "x\nit's\n",
    'it’s',
    'the file has "\'" U+0027 (apostrophe), old_string has "’" U+2019 (right single quote)',
  ],
  [
    'a no-break space',
    'a\u00a0b',
    'a b',
    'the file has U+00A0 (no-break space), old_string has U+0020 (space)',
  ],
  [
    'a tab',
    'if (x) {\n\treturn 1;\n}',
    'if (x) {\n    return 1;\n}',
    'line 2, in the indentation: the file has U+0009 (tab), old_string has 4 × U+0020 (space)',
  ],
  [
    'missing indentation',
    'if (x) {\n  return 1;\n}',
    'if (x) {\nreturn 1;\n}',
    'line 2, in the indentation: the file has 2 × U+0020 (space), old_string has',
  ],
  [
    'trailing blanks',
    'a  \nb\n',
    'a\nb',
    'line 1, at the end of the line: the file has 2 × U+0020 (space), old_string has nothing',
  ],
  ['trailing blanks in old_string', 'a\nb\n', 'a \nb', 'old_string has U+0020 (space)'],
  [
    'a decomposed character',
    'cafe\u0301 = 1',
    'caf\u00e9 = 1',
    'U+0065 U+0301, old_string has "é" U+00E9',
  ],
  ['an en dash', 'pages 1–2', 'pages 1-2', 'U+2013 (en dash)'],
  ['a zero-width space', 'foo\u200bbar', 'foobar', 'U+200B (zero-width space)'],
  [
    'two spaces',
    'a  = 1',
    'a = 1',
    'the file has 2 × U+0020 (space), old_string has U+0020 (space)',
  ],
  ['an ellipsis', 'wait…', 'wait...', 'U+2026'],
])('%s is named with both forms', (_what, text, wanted, message) => {
  expect(explainNearMiss(text, wanted)).toContain(message);
});

test('several look-alikes are counted under the same reading', () => {
  expect(explainNearMiss('“a”\n"b"\n“a”\n', '"a"')).toContain('Line 1 (one of 2 such places)');
});

test('differences in several lines are named, up to three', () => {
  const text = '\ta\n\tb\n\tc\n\td\n\te\n';
  const message = explainNearMiss(text, ' a\n b\n c\n d\n e') ?? '';
  expect(message.match(/in the indentation/g)).toHaveLength(3);
});

test('line numbers copied from an answer are recognised', () => {
  expect(explainNearMiss('one\ntwo\n', '     1\tone\n     2\ttwo')).toContain('line numbers');
});

test('where a text departs from the file is shown', () => {
  const message = explainNearMiss('a() {\n  one;\n  two;\n}\n', 'a() {\n  one;\n  three;\n}');
  expect(message).toBe(
    'The first 2 lines of old_string stand at line 1, but then, at line 3, the file has "two;" where old_string has "three;".',
  );
});

test('nothing alike, nothing said', () => {
  expect(explainNearMiss('abc\n', 'xyz')).toBeUndefined();
  expect(explainNearMiss('abc\n', ' \n')).toBeUndefined();
  expect(explainNearMiss('', 'xyz')).toBeUndefined();
});

test('a big file is searched as well', () => {
  const text = `${'const value = compute(a, b);\r\n'.repeat(50_000)}say(“x”);\r\n`;
  expect(explainNearMiss(text, 'say("x");')).toContain('Line 50001 looks the same');
});
