import { expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';

const SCRIPT = `version: 1
turns:
  - calls:
      - { tool: Bash, input: { command: make test } }
      - { tool: Bash, input: { command: make deploy } }
  - text: Done.
`;
const settings = (lists: object) => JSON.stringify({ permissions: lists });

const decisions = (transcript: readonly Record<string, unknown>[]) =>
  transcript
    .filter(({ subtype }) => subtype === 'permission_decision')
    .map(({ behavior, decided_by }) => [behavior, (decided_by as { file?: string }).file]);

test('on a pull request the base commit’s settings count, not the head’s', async () => {
  const repository = createRepository({
    'script.yml': SCRIPT,
    Makefile: 'test:\n\ttrue\ndeploy:\n\ttouch deployed\n',
    '.claude/settings.json': settings({ allow: ['Bash(make test)'], deny: ['Bash(make deploy)'] }),
  });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('.claude/settings.json', settings({ allow: ['Bash(make *)'] }));
  repository.commit('hostile');
  const repo = { full_name: 'octo/app' };
  const payload = {
    action: 'opened',
    repository: repo,
    pull_request: {
      number: 1,
      title: 'x',
      author_association: 'OWNER',
      user: { login: 'mona' },
      base: { ref: 'main', sha: base, repo },
      head: { ref: 'x', sha: 'b'.repeat(40), repo },
    },
  };
  const result = await runAction({
    workspace: repository.root,
    inputs: { prompt: 'x', model: 'scripted:script.yml', policy: 'pr-fix', comment: 'off' },
    event: { name: 'pull_request', payload },
  });
  expect(decisions(result.transcript)).toEqual([
    ['allow', expect.stringMatching(/pr-fix|settings/)],
    ['deny', '.claude/settings.json'],
  ]);
});

test('a mode that allows what no rule allows is an error where it is asked for', async () => {
  const { root } = createRepository({ 'script.yml': SCRIPT });
  const mode = '{"permissions":{"defaultMode":"bypassPermissions"}}';
  const result = await runAction({
    workspace: root,
    inputs: { prompt: 'x', model: 'scripted:script.yml', settings: mode },
  });
  expect(result.outputs['stop_reason']).toBe('config_error');
  expect(result.stdout).toContain('input settings:1:31:');
});

test('plan mode refuses what is not proven to read, whatever the rules allow', async () => {
  const { root } = createRepository({
    'script.yml': SCRIPT,
    Makefile: 'test:\n\ttouch tested\n',
    '.claude/settings.json': settings({ allow: ['Bash(make *)'], defaultMode: 'plan' }),
  });
  const result = await runAction({
    workspace: root,
    inputs: { prompt: 'x', model: 'scripted:script.yml', policy: 'pr-fix' },
  });
  expect(decisions(result.transcript).map(([behavior]) => behavior)).toEqual(['deny', 'deny']);
});
