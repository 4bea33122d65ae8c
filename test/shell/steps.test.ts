import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { look } from './scene.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'steps-')));
afterAll(() => rmSync(root, { recursive: true }));
for (let index = 0; index < 20; index += 1) writeFileSync(join(root, `f${index}`), '');
mkdirSync(join(root, 'a/a/a/a'), { recursive: true });

const LOOKS = 100_000;

/** Characters of paths looked up on disk, and of everything that is told of the line. */
function stepsOf(line: string): number {
  const looks = { left: LOOKS };
  const said = look(line, { cwd: root, root, home: root, looks });
  return LOOKS - looks.left + sizeOf(said);
}

/** In memory: a text that many commands share, such as that of the wrapper around them, is there once. */
function sizeOf(told: unknown): number {
  const texts = new Set<string>();
  let size = 0;
  JSON.stringify(told, (_, value: unknown) => {
    size += typeof value === 'string' && !texts.has(value) ? value.length : 1;
    if (typeof value === 'string') texts.add(value);
    return value;
  });
  return size;
}

const piece = fc.constantFrom(
  'a; ',
  'cd a && ',
  'cd a; ',
  'cd a || cd b; ',
  'cat f* ',
  '*/ ',
  'nice ',
  'env A=1 ',
  'a/../',
  '> f ',
  '{a,b} ',
  '$(a) ',
  '( ls );',
  'ls | ',
  '"a b" ',
  '$x ',
  'X=1 ',
  'f() { ls; }; ',
  '[[ a ]]; ',
  'cp a b ',
  'nice -z ',
  'xargs ',
  'fd -x ',
  'find . -exec a \\; ',
  '`a` ',
  '<(a) ',
  '$((1 + x)) ',
  '${a:-b} ',
  'bash -c "a; b"; ',
  'eval ls; ',
  'for a in b c; do ls $a; done; ',
  'case a in b) ls;; esac; ',
  'cat <<E\nx\nE\n',
  'git -C a ',
  'curl https://a.example ',
  'é ',
);

test('twice the line is not much more than twice the steps', () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 3 }), (pieces) => {
      const unit = pieces.join('');
      const times = Math.ceil(2_000 / unit.length);
      const [half, whole] = [unit.repeat(times), unit.repeat(times * 2)].map((line) =>
        stepsOf(`${line}ls`),
      );
      // Quadratic would be four times as many.
      expect(whole).toBeLessThan(3 * (half ?? 0) + 20_000);
    }),
    { numRuns: 60 },
  );
});

test('however many names a line has, what is looked up is bounded', () => {
  const looks = { left: 5_000 };
  const line = Array.from({ length: 1_000 }, (_, index) => `x${index}`).join(' ');
  const { unclear } = look(`cat ${line}`, { cwd: root, root, home: root, looks });
  expect(unclear).toContain('more files than can be looked at');
});

test.each([
  ['targets of one copy', (n: number) => `-t d${n} f${n} `, 'cp '],
  ['links and what goes through them', (n: number) => `ln -s a${n} l${n}; >l${n}/x; `, ''],
  ['places that are unpacked into', (n: number) => `tar -x -C d${n}; >f${n}; `, ''],
])('twice as many %s are not much more than twice the steps', (_, piece, start) => {
  const line = (count: number) =>
    start + Array.from({ length: count }, (__, n) => piece(n)).join('');
  expect(stepsOf(line(200))).toBeLessThan(3 * stepsOf(line(100)));
});
