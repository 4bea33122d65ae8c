import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { look } from './scene.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'globs-')));
afterAll(() => rmSync(folder, { recursive: true }));
const NAMES = [
  'a',
  'ab',
  'b',
  'c',
  '.a',
  '.ab',
  '*',
  '?',
  '[',
  ']',
  '[a]',
  '\\',
  'a*',
  'a\\',
  'é',
  '-',
];
mkdirSync(join(folder, 'd'));
for (const name of NAMES) {
  writeFileSync(join(folder, name), '');
  writeFileSync(join(folder, 'd', name), '');
}

function readsOf(word: string): string[] {
  const { paths } = look(`cat -- ${word}`, { cwd: folder, root: folder });
  return paths.map(({ path }) => path.path);
}

/** The files that bash puts in the place of each word. */
function expand(words: readonly string[]): string[][] {
  const script = words.map((word) => `show ${word}`).join('\n');
  const { stdout } = spawnSync('bash', ['-c', `show() { printf '%s\\t' "$@"; echo; }\n${script}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  const isFile = (name: string) => name !== '-' && name !== '' && existsSync(join(folder, name));
  return stdout.split('\n').map((line) => line.split('\t').filter(isFile));
}

test.each([
  ['[]a]', 'a'],
  ['[!]b]', 'a'],
  ['[[:alpha:]]', 'a'],
  ['[[.a.]]b', 'ab'],
  ['["a"]', 'a'],
  ["['a']b", 'ab'],
  [String.raw`\[*`, '[a]'],
  ["'['[a]']'", '[a]'],
  [`'a*'*`, 'a*'],
  ['[a"]"', '[a]'],
  ['.["a"]*', '.ab'],
  ['?', 'é'],
  ['??', 'é'],
])('%s may be %s', (word, name) => {
  const found = readsOf(word);
  expect(found).toContain(join(folder, name));
  for (const one of expand([word])[0] ?? []) expect(found).toContain(resolve(folder, one));
});

test('all that bash finds for a pattern is judged', () => {
  const piece = fc.constantFrom(
    ...['a', 'b', '.', '*', '*', '?', '[', '[', ']', ']', '!', '^', '-', 'd/', '[a]', '[!b]'],
    ...['\\*', '\\[', '\\]', '\\\\', "'*'", '"["', '"]"', "'a'", '"\\\\"', '[:alpha:]', '[a-c]'],
  );
  const written = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(written, { minLength: 100, maxLength: 100 }), (words) => {
      const missed = expand(words).flatMap((names, index) => {
        const found = new Set(readsOf(words[index] ?? ''));
        return names
          .filter((name) => !found.has(resolve(folder, name)))
          .map((name) => `${words[index]} => ${name}`);
      });
      expect(missed).toEqual([]);
    }),
    { numRuns: 10 },
  );
});
