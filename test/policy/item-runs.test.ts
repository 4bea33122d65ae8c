import fc from 'fast-check';
import { expect, test } from 'vitest';
import { condense } from '../../src/policy/item-runs.ts';
import { readWhole, readYaml } from '../../src/policy/read-yaml.ts';
import { seenOf } from './seen-of.ts';

const rules = (count: number) => Array.from({ length: count }, (_, n) => `    - 'Bash(a${n})'\n`);
const LIST = `permissions:\n  deny:\n${rules(9).join('')}`;

test('what stands between the first and the last of plain items is not parsed', () => {
  const { text, runs } = condense(LIST);
  expect(text).toHaveLength(LIST.length);
  expect(text.match(/Bash\(a\d\)/g)).toEqual(['Bash(a0)', 'Bash(a8)']);
  expect(runs[0]?.between.map(({ value }) => value)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => `Bash(a${n})`),
  );
});

test.each([
  ['in a block of text', `name: |\n${rules(5).join('')}`],
  ['in a folded text', `description: >-\n  x\n${rules(5).join('')}`],
  ['in a text in quotes', `name: "x\n${rules(5).join('')}    y"\n`],
  ['behind a plain word that goes on', `name: x\n${rules(5).join('')}`],
  ['in a flow list', `a: [\n${rules(5).join('')}]\n`],
  ['with a continued last item', `a:\n${rules(5).join('')}      more\n`],
  ['with a key for a last item', `a:\n${rules(5).join('')}      : more\n`],
  ['in a list that an alias repeats', `a: &x\n${rules(5).join('')}b: *x\n`],
  ['with Windows line ends', LIST.replaceAll('\n', '\r\n')],
  ['behind a byte order mark', `\ufeff${LIST}`],
  ['with comments and empty lines between', LIST.replaceAll('\n    -', '\n# x\n\n    -')],
  ['in two documents', `a:\n${rules(5).join('')}---\n${rules(5).join('')}`],
  ['in a list of YAML 1.1', `%YAML 1.1\n---\n${rules(5).join('')}`],
  ['as a key', `?\n${rules(5).join('')}: x\n`],
])('items %s are what the parser says they are', (_, text) => {
  expect(seenOf(readYaml(text, 'p.yml'))).toEqual(seenOf(readWhole(text, 'p.yml')));
});

test('more items than a policy may have are refused, condensed or not', () => {
  const text = `a: &x\n${'- a()\n'.repeat(9_000)}b: *x\nc: *x\n`;
  expect(readYaml(text, 'p.yml').problems[0]?.message).toContain('too large or too deep');
});

test('property: any lines give the same data, places and problems as the parser alone', () => {
  const line = fc.constantFrom(
    ...['  - ', '- ', '    - '].flatMap((dash) =>
      [
        "'a b'",
        "'a''b'",
        '"a: b"',
        '"a\\tb"',
        'Bash(a:*)',
        'Bash(a: b)',
        'Bash(a #b)',
        'Bash(a) # b',
        'Bash(a',
        "'a' # b",
        "'a' b",
        "'a': b",
        'mcp__a__b',
        'true',
        '&x Bash(a)',
        '*x',
        '|',
        '',
      ].map((value) => dash + value),
    ),
    ...['x:', '  y:', 'x: |', 'x: >', 'x: "', '  "', '?', ':', '---', '', '  ', '# c', '      z'],
    ...['x: &x', 'y: *x', 'x: [', ']', '\t', '...', "'"],
  );
  // Runs are what is under test: each line stands there several times.
  const stretch = fc.tuple(line, fc.nat(5)).map(([text, more]) => Array(more + 1).fill(text));
  const end = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 8 }), end, (stretches, lineEnd) => {
      const text = stretches.flat().join(lineEnd);
      expect(seenOf(readYaml(text, 'p.yml'))).toEqual(seenOf(readWhole(text, 'p.yml')));
    }),
    { numRuns: 1_500 },
  );
});
