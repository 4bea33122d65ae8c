import { expect, test } from 'vitest';
import { judgeOf } from '../policies/shipped-policy.ts';

const POLICY = `permissions:
  deny: ["Bash(git push *)", "Bash(npm publish)", "Bash(kubectl * delete*)"]
  ask: ["Bash(make * deploy*)"]
  allow: ["Bash(git *)", "Bash(npm *)", "Bash(kubectl *)", "Bash(make *)", "Bash(echo *)", "Bash(xargs *)"]
`;

test.each([
  ['git $X', 'deny'],
  ['npm $X', 'deny'],
  ['npm publish $X', 'deny'],
  ['npm $X -- a', 'deny'],
  ['npm pub$X', 'deny'],
  ['npm test $X', 'allow'],
  ['npm run "$X"', 'allow'],
  ['kubectl get $X', 'deny'],
  ['kubectl get pods', 'allow'],
  ['make build "$X"', 'deny'],
  ['make build', 'allow'],
  ['echo $X', 'allow'],
  ['for t in deploy; do make build $t; done', 'deny'],
  ['for t in a b; do make build $t; done', 'allow'],
  ['echo publish | xargs npm', 'deny'],
  ['echo a | xargs npm test', 'allow'],
])('%s: %s', async (command, behavior) => {
  const judge = await judgeOf(['p.yml'], { files: { 'p.yml': POLICY } });
  expect(judge('Bash', { command }).behavior).toBe(behavior);
});

test('it says which rule, and what would do', async () => {
  const judge = await judgeOf(['p.yml'], { files: { 'p.yml': POLICY } });
  expect(JSON.stringify(judge('Bash', { command: 'npm $X' }))).toMatch(
    /npm publish.*write them out/,
  );
});
