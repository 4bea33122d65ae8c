import { expect, test } from 'vitest';
import { judgeOf } from './shipped-policy.ts';

const POLICY = `permissions:
  deny: ["Edit(secret/**)", "Read(private/**)"]
  allow: ["Bash(mkdir *)", "Bash(rm *)", "Bash(cp *)", "Bash(tee *)", "Bash(echo *)"]
`;

test.each([
  ['mkdir -p a/b', 'allow', 'the rule for the command is the rule for its operands'],
  ['rm a.txt', 'allow', 'the same'],
  ['cp a b', 'allow', 'the same'],
  ['echo hi | tee out.txt', 'allow', 'both parts have a rule'],
  ['echo hi > out.txt', 'deny', 'a redirection is a write of its own'],
  ['echo hi | tee out.txt > out.txt', 'deny', 'and stays one when the file is an operand too'],
  ['rm secret/a', 'deny', 'a deny rule for paths reaches operands'],
  ['cp private/key a', 'deny', 'also what is read'],
  ['cp a .git/config', 'deny', 'nothing lifts the guard on .git'],
  ['cp a .github/workflows/ci.yml', 'deny', 'nor does a rule that on protected names'],
  ['cp a ../outside', 'deny', 'nor one that on what lies outside'],
])('%s: %s, %s', async (command, behavior) => {
  const judge = await judgeOf(['p.yml'], { files: { 'p.yml': POLICY } });
  expect(judge('Bash', { command }).behavior).toBe(behavior);
});
