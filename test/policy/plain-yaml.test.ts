import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlain } from '../../src/policy/plain-yaml.ts';
import { readWhole, readYaml } from '../../src/policy/read-yaml.ts';
import { seenOf } from './seen-of.ts';

const USUAL = `# What this is for: an example.
version: 1
name: "a name"   # said twice
description: Mends what failed – and “nothing” else.
extends: ./base.yml
permissions:
  deny:
  # first
    - 'Bash(rm *)'

    - Read(**/.env*) # secrets
  allow:
  - Bash(npm run test:*)
  - "Edit(src/**)"
limits:
    max_turns: 12
    max_budget_usd: 0.50
delivery: { max_files: 3, allowed_files: ["src/**", 'test/**', docs/a] } # and no more
network: {}
fail_on: []
environment:
  pass:
    [
      CI,
      'NODE_*', "LANG"
      , Words of it,
    ]
  more: [
    a]
`;

test.each([
  ['as most are', USUAL],
  ['with Windows line ends', USUAL.replaceAll('\n', '\r\n')],
  ['without a line end', USUAL.trimEnd()],
])('a policy %s is read without the parser, as the parser reads it', (_, text) => {
  expect(readPlain(text)).toBeDefined();
  expect(seenOf(readYaml(text, 'p.yml'))).toEqual(seenOf(readWhole(text, 'p.yml')));
});

test.each([
  ['', 'nothing'],
  ['# c\n', 'a comment alone'],
  ['a:\n', 'a key without a value'],
  ['a:\nb: x\n', 'a key without a value before another'],
  ['a: x\na: y\n', 'a key that stands twice'],
  ['a:\n  b: x\na: y\n', 'a key that stands twice, one with a mapping'],
  ['a: x\n y\n', 'a text of two lines'],
  ['a: "x\n  y"\n', 'a text in quotes of two lines'],
  ['a: "x\\ty"\n', 'an escape'],
  ["a: 'it''s'\n", 'a doubled quote'],
  ['a: true\n', 'a word that is no text'],
  ['a: x: y\n', 'two keys in a line'],
  ['a:\n  - b: x\n', 'a mapping in a list'],
  ['a:\n  - x\n  b: y\n', 'a key beside an item'],
  ['a:\n  b: x\n  - y\n', 'an item beside a key'],
  ['a:\n    b: x\n  c: y\n', 'a key between two depths'],
  ['a: 0x1f\n', 'a number that is not decimal'],
  ['a: -1\n', 'a number with a sign'],
  ['a: &x y\n', 'an anchor'],
  ['a: [x', 'a list without an end'],
  ['a: [x] y\n', 'words behind a list'],
  ['a: [x: y]\n', 'a pair in a list'],
  ['a: [x, , y]\n', 'nothing between two commas'],
  ['a: [x # c\n  ]\n', 'a comment in a list'],
  ['a: [\nx]\n', 'a list that goes on as far left as its key'],
  ['a:\n  b: [x,\n  y]\n', 'a list that goes on as far left as the inner key'],
  ['a: [x\n  y]\n', 'a text of two lines in a list'],
  ["a: ['it''s']\n", 'a doubled quote in a list'],
  ['a: {b: 1, b: 2}\n', 'a key that stands twice in brackets'],
  ['a: {b:1}\n', 'a colon without a blank'],
  ['a: {b}\n', 'a key alone in brackets'],
  ['a: {true: x}\n', 'a key in brackets that is no text'],
  ['a: {"b": x}\n', 'a key in quotes'],
  ['a: [true]\n', 'a word in a list that is no text'],
  ['a: [*x]\n', 'an alias in a list'],
  ['a:\n[x]\n', 'a list as far left as its key'],
  ['[x]\n', 'a list alone'],
  [`a: ${'['.repeat(30)}x${']'.repeat(30)}\n`, 'a list too deep'],
  ['__proto__: x\n', 'a name of JavaScript'],
  ['true: x\n', 'a key that is no text'],
  ['a:\tx\n', 'a tab'],
  ['a: x\r', 'a lone carriage return'],
  ['\ufeffa: x\n', 'a byte order mark'],
  ['---\na: x\n', 'a document’s start'],
  [' a: x\n', 'an indented first key'],
])('%j is left to the parser: %s', (text) => {
  expect(readPlain(text)).toBeUndefined();
  expect(seenOf(readYaml(text, 'p.yml'))).toEqual(seenOf(readWhole(text, 'p.yml')));
});

test('property: whatever is read without the parser is read as the parser does', () => {
  const plain = fc.constantFrom('x', 'x y', "'q'", '"q" # c', '7', 'Bash(a:*)', './a/b', '', '# c');
  const odd = fc.constantFrom(
    ...[
      'x:y',
      'x: y',
      'x:',
      "'q' z",
      "'q'z",
      '"a#b"',
      "'it''s'",
      '.inf',
      '../x',
      '.5',
      './:',
      '/: y',
    ],
    ...[
      '007',
      '1.50',
      '1.',
      '1e3',
      'null',
      'No',
      'x #c',
      'x#c',
      "'q' # c",
      "'q'# c",
      '.nan',
      '.a/ #',
    ],
    ...[
      '"',
      "'",
      '|',
      '>',
      '*x',
      '&x y',
      '!t x',
      '[x]',
      '{}',
      'x, y',
      '~',
      "don't",
      'é – x',
      'x  ',
    ],
    ...['Bash(a: b)', '"a\\nb"', '-', '- x', '%', '@x', '`x`', 'x\\y', '__proto__', ' "a" ', 'x\t'],
  );
  const scalar = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: odd });
  const comma = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(', ', ',', ' , ', ',\n  ', '\n    ,\n   ') },
    { weight: 1, arbitrary: fc.constantFrom(',\n', ' ', ', ,') },
  );
  const inner = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('x', 'x y', "'q'", '"q"', '7', 'Bash(a *)', '[y]') },
    { weight: 1, arbitrary: odd },
  );
  const pair = fc
    .tuple(fc.constantFrom('k: ', 'l: ', 'm:  ', 'n:', 'true: ', ''), inner)
    .map((parts) => parts.join(''));
  const flow = fc
    .tuple(
      fc.constantFrom('[]', '[]', '{}', '{}', '[}'),
      fc.oneof(fc.array(inner, { maxLength: 3 }), fc.array(pair, { maxLength: 3 })),
      comma,
      fc.constantFrom('', ' ', ',', '\n  ', ', \n   '),
      fc.constantFrom('', '', ' # c', ' z', '# c'),
    )
    .map(([[open, close], items, between, end, more]) =>
      [open, items.join(between), end, close, more].join(''),
    );
  const value = fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 1, arbitrary: flow });
  const list = (dash: string) =>
    fc
      .array(value, { minLength: 1, maxLength: 3 })
      .map((items) => items.map((item) => dash + item));
  const body = fc.oneof(
    value.map((text) => [` ${text}`]),
    flow.map((text) => ['', `  ${text}`]),
    fc
      .constantFrom('- ', '  - ', '   -  ')
      .chain((dash) => list(dash).map((lines) => ['', ...lines])),
    fc.constantFrom('  f: ', '    f: ').chain((key) => value.map((text) => ['', key + text])),
    list('      - ').map((lines) => [' # c', '    f:', ...lines, '    g: 1']),
  );
  const section = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'Pre_1', 'true'), body);
  const any = fc.constantFrom(
    '',
    '  ',
    '# c',
    '  # c',
    '---',
    '...',
    '\t',
    '  x',
    'e:',
    '  - x',
    ' - x',
  );
  const line = fc.oneof(
    {
      weight: 6,
      arbitrary: section.map(([key, [first, ...more]]) => [`${key}:${first}`, ...more]),
    },
    { weight: 1, arbitrary: any.map((text) => [text]) },
  );
  const end = fc.constantFrom('\n', '\r\n');
  const read = { all: 0, brackets: 0 };
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), end, (lines, lineEnd) => {
      const text = lines.flat().join(lineEnd);
      if (!readPlain(text)) return;
      read.all += 1;
      if (/[[{]/.test(text)) read.brackets += 1;
      expect(seenOf(readYaml(text, 'p.yml'))).toEqual(seenOf(readWhole(text, 'p.yml')));
    }),
    { numRuns: 8_000 },
  );
  expect(read.all).toBeGreaterThan(500);
  expect(read.brackets).toBeGreaterThan(40);
});
