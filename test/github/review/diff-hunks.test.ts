import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Hunk, hunksOfDiff } from '../../../src/github/review/diff-hunks.ts';
import { placeFinding } from '../../../src/github/review/place-finding.ts';
import type { Finding } from '../../../src/tool/tool-use-context.ts';
import { createRepository } from '../../fakes/repository.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

test('every line of a hunk is the line of that number in the new file', () => {
  const odd = fc.constantFrom(
    '+++ b/x',
    '--- a/x',
    '@@ -1 +1 @@',
    '\\ No newline',
    '',
    'diff --git',
    'a',
    'b',
    'c',
    'd',
  );
  const repository = createRepository({});
  fc.assert(
    fc.property(
      fc.array(odd, { minLength: 1, maxLength: 30 }),
      fc.array(odd, { maxLength: 30 }),
      fc.boolean(),
      (before, after, ends) => {
        repository.write('a b', textOf(before));
        repository.commit('before');
        repository.write('a b', ends ? textOf(after) : after.join('\n'));
        repository.commit('after');
        const hunks = hunksOfDiff(repository.git('diff-tree', '-r', '-p', 'HEAD~1', 'HEAD'));
        const lines = ends ? after : after.join('\n').split('\n');
        for (const { start, lines: shown } of hunks.get('a b') ?? [])
          expect(shown).toEqual(lines.slice(start - 1, start - 1 + shown.length));
        if (textOf(before) !== textOf(after) && after.length > 0 && ends)
          expect([...hunks.keys()]).toEqual(['a b']);
      },
    ),
    { numRuns: 40 },
  );
});

const hunks: readonly Hunk[] = [
  { start: 5, lines: ['five', '  return list[0];', 'seven', '}'] },
  { start: 40, lines: ['forty', '}', 'twice', 'twice'] },
];
const finding = (line: number, text: string): Finding => ({
  path: 'a',
  line,
  endLine: line + text.split('\n').length - 1,
  severity: 'error',
  message: 'x',
  text,
});

test.each([
  ['where it is', finding(6, '  return list[0];'), { line: 6, endLine: 6, whole: true }],
  ['several lines', finding(5, 'five\n  return list[0];'), { line: 5, endLine: 6, whole: true }],
  [
    'where it moved to',
    finding(90, '  return list[0];\nseven'),
    { line: 6, endLine: 7, whole: true },
  ],
  [
    'the same words at its own number',
    finding(43, 'twice'),
    { line: 43, endLine: 43, whole: true },
  ],
  ['the part that is in the diff', finding(4, 'four\nfive'), { line: 5, endLine: 5, whole: false }],
  ['no line that is alike in two places', finding(90, 'twice'), undefined],
  ['no brace that moved', finding(90, 'seven\n}\nx'), undefined],
  ['nothing of other words', finding(6, 'return list[1];'), undefined],
  ['nothing outside', finding(20, 'twenty'), undefined],
])('a finding stands at %s', (_what, given, place) => {
  expect(placeFinding(given, hunks)).toEqual(place);
});

test('a place over two hunks is none', () => {
  const lines = numbered(60);
  const two = [
    { start: 1, lines: lines.slice(0, 10) },
    { start: 11, lines: lines.slice(10, 20) },
  ];
  expect(placeFinding(finding(8, lines.slice(7, 13).join('\n')), two)).toEqual({
    line: 8,
    endLine: 10,
    whole: false,
  });
});
