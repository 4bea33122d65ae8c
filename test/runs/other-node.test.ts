import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';

/** The machine's own Node, which may be older than the one that tests run on. */
function machineNode(): string {
  const candidates = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'));
  const found = candidates.find(
    (path) => existsSync(path) && !realpathSync(path).includes('node_modules'),
  );
  return found ?? process.execPath;
}

test('dist starts on the machine’s Node, and the summary says when a guard is off there', async () => {
  const node = machineNode();
  const script =
    'version: 1\nturns:\n  - calls: [{ tool: Bash, input: { command: "echo hi; env" } }]\n  - text: Done.\n';
  const { root } = createRepository({ 'script.yml': script });
  const secret = 'ghs_FAKEfake0123456789FAKEfake0123456789';
  const result = await runAction({
    workspace: root,
    inputs: {
      prompt: 'x',
      model: 'scripted:script.yml',
      allowed_tools: 'Bash(env)',
      comment: 'off',
    },
    variables: { MY_TOKEN: secret },
    node,
  });
  expect(result.outputs['stop_reason']).toBe('completed');
  expect(JSON.stringify(result.transcript)).not.toContain(secret);
  const canReplace =
    execFileSync(node, ['-p', 'typeof process.execve'], { encoding: 'utf8' }).trim() === 'function';
  expect(result.summary.includes('environment')).toBe(!canReplace);
});
