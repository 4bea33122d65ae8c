import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScript } from '../../src/shell/parse.ts';
import { readWord } from '../../src/shell/word.ts';
import { look } from './scene.ts';

test.each([
  'cat {x},.env}',
  'tail -n 1 {x},/etc/passwd}',
  'find {x},del,-delete}',
  'git grep {-eX},-O./evil.sh,-ehi}',
  'git log --oneline {-SX},--output=.git/hooks/zz}',
  'sort README.md {x},-o.npmrc}',
  'git {--no-pager},push}',
  'git {--no-pager,{push,x}}',
  'git {"--no-pager",push}',
  'cat {"x"},.env}',
  'cat {$X},.env}',
  'cat [{a,/etc/x}]*',
  'cat {a,b}{x},/etc/y}',
  'cat {a,{b,c}}',
  'cat {{a,b}..c}',
  `git {--no-pager,push}${'{,}'.repeat(6)}`,
])('braces that are read in two ways: %s', (command) => {
  const { readOnly, unclear } = look(command);
  expect(readOnly).toBe(false);
  expect(unclear).toBeDefined();
});

test.each([
  'cat a.{js,ts}',
  'git show HEAD@{1}:a stash@{0}',
  'git log HEAD@{2}..HEAD@{1}',
  'echo \\{a,b}',
  "awk '{print $1, $2}' f",
  'cat {a}',
  'head -n 1 {a,b}-{c,d}.txt',
])('braces that are plain: %s', (command) => {
  expect(look(command)).toMatchObject({ readOnly: true, unclear: undefined });
});

test('a word with braces that counts as known is what bash makes of it', () => {
  const piece = fc.constantFrom(
    ...['{', '{', '}', '}', ',', ',', '..', 'x', 'a', '-', '.', '1', '3', 'A'],
    ...['\\{', '\\}', '\\,', '\\\\', "'x'", "'{'", '","', '"}"', "''", '{x,y}', '{1..3}', '{a..c}'],
  );
  const written = fc.array(piece, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(written, { minLength: 150, maxLength: 150 }), (words) => {
      const known = words.flatMap((text) => {
        const values = valuesOf(text);
        return values ? [{ text, values }] : [];
      });
      const script = known.map(({ text }) => `show ${text}`).join('\n');
      const show = 'show() { printf "%s" "$#"; printf " <%s>" "$@"; echo; }';
      const { stdout } = spawnSync('bash', ['-c', `${show}\n${script}`], { encoding: 'utf8' });
      const shown = known.map(({ text, values }) => {
        const line = `${values.length}${(values.length > 0 ? values : ['']).map((one) => ` <${one}>`).join('')}`;
        return `${text} => ${line}`;
      });
      expect(shown).toEqual(
        stdout
          .split('\n')
          .slice(0, -1)
          .map((line, index) => `${known[index]?.text} => ${line}`),
      );
      expect(known.length).toBeGreaterThan(10);
    }),
    { numRuns: 20 },
  );
});

function valuesOf(text: string): string[] | undefined {
  const statement = parseScript(`show ${text}`)?.commands[0]?.command;
  const word = statement?.type === 'Command' ? statement.args[0] : undefined;
  if (word?.type !== 'Word') return undefined;
  const read = readWord(word, { home: '/home/someone', cwd: '/checkout' });
  return read.values?.map((value) => value.text);
}
