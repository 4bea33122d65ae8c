import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { isPlainScript } from '../../src/shell/read-only/sed.ts';
import { look } from './scene.ts';

const folder = mkdtempSync(join(tmpdir(), 'shell-'));
afterAll(() => rmSync(folder, { recursive: true }));

const harmless = fc.constantFrom(
  'ls',
  'cat a',
  'git status',
  'echo "a; b"',
  'grep -n x src | head',
  '(pwd; ls)',
  'if true; then ls; fi',
  'timeout 5 ls',
  'X=1 make',
);
const separator = fc.constantFrom(';', ' ; ', '\n', '&', ' & ', '&&', ' && ', '||', '|', ' |& ');

test('a command behind any separator is listed, and nothing passes as reading', () => {
  fc.assert(
    fc.property(fc.array(harmless, { minLength: 1, maxLength: 6 }), separator, (parts, between) => {
      const { readOnly, commands } = look(`${parts.join(between)}${between}rm -rf x`);
      expect(readOnly).toBe(false);
      expect(commands.filter(({ text }) => text === 'rm -rf x')).toHaveLength(1);
    }),
  );
});

const nest = fc.constantFrom<(inner: string) => string>(
  (inner) => `echo $( ${inner})`,
  (inner) => `echo "$( ${inner})"`,
  (inner) => `cat <( ${inner})`,
  (inner) => `( ${inner})`,
  (inner) => `{ ${inner}\n}`,
  (inner) => `if ${inner}\nthen ls; fi`,
  (inner) => `for i in a; do ${inner}\ndone`,
  (inner) => `f() { ${inner}\n}`,
  (inner) => `ls && ${inner}`,
  (inner) => `[[ -n $( ${inner}) ]]`,
  (inner) => `X=$( ${inner}) ls`,
  (inner) => `cat <<EOF\n$( ${inner})\nEOF`,
);

test('a command inside any nesting is listed', () => {
  fc.assert(
    fc.property(fc.array(nest, { maxLength: 6 }), (layers) => {
      const line = layers.reduce((inner, layer) => layer(inner), 'rm -rf x');
      const { readOnly, commands } = look(line);
      expect(readOnly).toBe(false);
      expect(commands.map(({ text }) => text)).toContain('rm -rf x');
    }),
  );
});

const word = fc.stringMatching(/^[a-z][a-z0-9 $;|&><()'"#*~-]{0,8}$/);

/** One word, quoted piece by piece in ways that all mean the same. */
const quoted = (text: string, ways: readonly number[]) =>
  [...text]
    .map((letter, index) => {
      const way = (ways[index % ways.length] ?? 0) % 4;
      const code = letter.charCodeAt(0).toString(16).padStart(2, '0');
      if (way === 0 && letter !== "'") return `'${letter}'`;
      if (way === 1 && !/["$`\\]/.test(letter)) return `"${letter}"`;
      return way === 2 ? `$'\\x${code}'` : `\\${letter}`;
    })
    .join('');

test('quoting changes nothing: words are what bash makes of them', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }),
      (words, ways) => {
        const line = `echo ${words.map((text) => quoted(text, ways)).join(' ')}`;
        expect(look(line).commands.map(({ text }) => text)).toEqual([`echo ${words.join(' ')}`]);
      },
    ),
  );
});

test('any text at all gives an answer', () => {
  const shellish = fc.string({
    unit: fc.constantFrom(...'ab $(){}[]<>|&;\'"`\\\n=!*?~#-/0'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.oneof(shellish, fc.string({ unit: 'binary' })), (command) => {
      const { readOnly, unclear, commands } = look(command);
      expect(readOnly).toBe(unclear === undefined && commands.every((part) => part.readOnly));
    }),
    { numRuns: 500 },
  );
});

test('a sed script that passes writes no file', () => {
  writeFileSync(join(folder, 'f'), 'ab\nw x\ne id\n[a/b]\n');
  const pieces = [
    's/',
    '/',
    'w',
    'e',
    'p',
    'd',
    ';',
    '{',
    '}',
    '\\',
    '[',
    ']',
    '\n',
    ' ',
    '1',
    ',',
    'g',
    'w o',
  ];
  const script = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(script, (text) => {
      fc.pre(/[we]/.test(text) && isPlainScript(text));
      spawnSync('sed', ['-n', text, 'f'], { cwd: folder, timeout: 5_000 });
      expect(readdirSync(folder)).toEqual(['f']);
    }),
    { numRuns: 40, maxSkipsPerRun: 10_000 },
  );
});
