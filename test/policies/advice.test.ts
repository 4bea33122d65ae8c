import { expect, test } from 'vitest';
import { bashTool } from '../../src/tools/bash/bash.ts';
import { pollingProblem } from '../../src/tools/bash/polling.ts';
import { judgeOf } from './shipped-policy.ts';

const manual = bashTool.prompt({ toolNames: new Set(['Bash']), timeoutMs: 1000 });

test.each([
  ['the manual', manual],
  ['the refusal of a long sleep', pollingProblem('sleep 60')],
  ['the refusal of a loop', pollingProblem('until test -f x; do sleep 1; done')],
])('%s recommends nothing that pr-fix refuses', async (_, text = '') => {
  const judge = await judgeOf(['pr-fix']);
  const commands = [...text.matchAll(/`([^`]+)`/g)]
    .map(([, words = '']) => words.replace('COMMAND', 'npm test'))
    .filter((words) => words.includes(' '));
  expect(commands).toContain('timeout 60 npm test');
  for (const command of commands) {
    expect(pollingProblem(command)).toBeUndefined();
    expect(judge('Bash', { command }), command).toMatchObject({ behavior: 'allow' });
  }
});
