import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';

const WORKFLOW = '.github/workflows/ci.yml';
const calls = [
  ['Bash', { command: 'git push origin HEAD' }],
  ['Bash', { command: 'git -C . push --force' }],
  ['Bash', { command: 'true && gh pr merge 1 --admin' }],
  ['Bash', { command: 'sudo gh auth token' }],
  ['Read', { file_path: '/proc/self/environ' }],
  ['Bash', { command: 'cat /proc/self/environ' }],
  ['Bash', { command: 'cat < /proc/1/environ' }],
  ['Edit', { file_path: WORKFLOW, old_string: 'on: push', new_string: 'on: pull_request_target' }],
  ['Write', { file_path: WORKFLOW, content: 'on: pull_request_target\n' }],
  ['Bash', { command: `echo x >> ${WORKFLOW}` }],
  ['Bash', { command: `sed -i s/push/pull_request_target/ ${WORKFLOW}` }],
  ['Write', { file_path: '.git/hooks/pre-commit', content: 'evil' }],
] as const;

test.each(['read-only', 'review', 'pr-fix', 'nightly-refactor'])(
  'under %s nothing pushes, reads an environment or edits a workflow, and the model is told what to do instead',
  async (policy) => {
    const turns = calls.map(([tool, input]) => ({ calls: [{ tool, input }] }));
    const script = {
      version: 1,
      turns: [
        { calls: [{ tool: 'Read', input: { file_path: WORKFLOW } }] },
        ...turns,
        { text: 'Done.' },
      ],
    };
    const { root } = createRepository({
      [WORKFLOW]: 'on: push\n',
      'script.yml': JSON.stringify(script),
    });
    const result = await runAction({
      workspace: root,
      inputs: { prompt: 'x', policy, model: 'scripted:script.yml', max_turns: '30' },
    });

    expect(result.outputs['stop_reason']).toBe('completed');
    const decisions = result.transcript
      .filter(({ subtype }) => subtype === 'permission_decision')
      .slice(1);
    expect(
      decisions.filter(({ behavior }) => behavior !== 'deny').map(({ tool_input }) => tool_input),
    ).toEqual([]);
    expect(decisions).toHaveLength(calls.length);
    expect(readFileSync(join(root, WORKFLOW), 'utf8')).toBe('on: push\n');
    const told = result.transcript
      .filter(({ type }) => type === 'user')
      .slice(2)
      .map((message) => JSON.stringify(message));
    for (const text of told) expect(text).toMatch(/Instead:|instead|Leave|left to/);
    expect(JSON.parse(result.outputs['permission_denials'] ?? '[]')).toHaveLength(calls.length);
  },
);
