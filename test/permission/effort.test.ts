import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { compileRules } from '../../src/permission/compile-rules.ts';
import { decide } from '../../src/permission/decide.ts';
import { classify } from '../../src/shell/classify.ts';
import { makeScene, question, rule, shellCall } from './scene.ts';

const scene = makeScene();
afterAll(() => rmSync(scene.top, { recursive: true }));

const FORMS = [
  (n: number) => `Bash(cmd${n} *)`,
  (n: number) => `Bash(a *${n}*)`,
  (n: number) => `Bash(*foo${n}*)`,
  (n: number) => `Bash(*a* ${n})`,
  (n: number) => `Bash(a b${n})`,
  (n: number) => `Read(dir${n}/**)`,
  (n: number) => `Read(*.ext${n})`,
  (n: number) => `Read(**/a${n}*/**)`,
  (n: number) => `Edit(/a/**/b${n}?)`,
  (n: number) => `Edit(f${n})`,
  (n: number) => `WebFetch(domain:*.h${n}.example)`,
  (n: number) => `mcp__s${n}__get`,
];
const PIECES = [
  'a; ',
  'foo; ',
  'cmd1 x && ',
  'a 1 b 2; ',
  'cat f1 ',
  'rm a/a/a ',
  'cat dir1/x.ext1 ',
  '>f1 ',
  'nice ',
  'env A=1 ',
  'xargs rm ',
  'bash -c "a"; ',
  'curl a.h1.example ',
  '$(a) ',
  'a/../',
  'find . -exec a \\; ',
];

/** Characters and entries of rules that one decision looks at. */
function stepsOf(line: string, count: number): number {
  const effort = { steps: 0 };
  const all = Array.from({ length: count }, (_, n) => rule(FORMS[n % FORMS.length]?.(n) ?? ''));
  const half = Math.floor(count / 2);
  const lists = { deny: all.slice(0, half), ask: all.slice(half), allow: all.slice(0, half) };
  const rules = compileRules(lists, scene, effort);
  const { changesDirectory, movesTo, ...seen } = classify(line, {
    cwd: scene.root,
    home: scene.home,
    root: scene.root,
  });
  const call = { ...shellCall(scene, []), subject: { ...seen, specifier: undefined } };
  decide({ ...question(scene, call), rules });
  return effort.steps;
}

test('property: steps grow no faster than the line, and no faster than the rules', () => {
  const pieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(pieces, (parts) => {
      const unit = parts.join('');
      const line = `${unit.repeat(Math.ceil(1_500 / unit.length))}ls`;
      const steps = stepsOf(line, 240);
      // Quadratic would be four times as many.
      expect(stepsOf(line + line, 240)).toBeLessThan(3 * steps + 20_000);
      expect(stepsOf(line, 480)).toBeLessThan(3 * steps + 20_000);
    }),
    { numRuns: 60 },
  );
});

test('what rules can not match is not held against each of them', () => {
  const line = 'cat some/file.txt; npm run build; '.repeat(20);
  expect(stepsOf(line, 4_800)).toBeLessThan(2 * stepsOf(line, 480));
});

test('what misses more rules than anybody would read gets no suggestion of them', () => {
  const lines = Array.from({ length: 60 }, (_, n) => `cmd ${n}`);
  const few = decide(question(scene, shellCall(scene, lines.slice(0, 50))));
  const many = decide(question(scene, shellCall(scene, lines)));
  expect(few).toMatchObject({ behavior: 'ask', suggestion: expect.stringContaining('cmd 49') });
  expect(many).toMatchObject({ behavior: 'ask' });
  expect(JSON.stringify(many)).not.toContain('cmd 49');
});
