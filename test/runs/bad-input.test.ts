import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';
import { type RunnerJob, runAction } from '../fakes/runner.ts';

const SCRIPT = 'version: 1\nturns:\n  - text: Done.\n';
const GOOD = { prompt: 'Look.', model: 'scripted:script.yml' };

function repository(files: Record<string, string> = {}): string {
  return createRepository({ 'script.yml': SCRIPT, ...files }).root;
}

type Case = [name: string, job: () => RunnerJob, message: string];
const cases: Case[] = [
  [
    'an unknown input',
    () => ({ workspace: repository(), inputs: { ...GOOD, promt: 'x' } }),
    'There is no input promt. Did you mean input prompt?',
  ],
  [
    'a malformed input',
    () => ({ workspace: repository(), inputs: { ...GOOD, max_turns: 'many' } }),
    "input max_turns can't be “many”: it takes a whole number of 1 or more.",
  ],
  [
    'servers in YAML',
    () => ({
      workspace: repository(),
      inputs: { ...GOOD, mcp_config: 'mcpServers:\n  a: { command: x }' },
    }),
    'input mcp_config is no path of a file: it has several lines',
  ],
  [
    'a folder for a file',
    () => ({ workspace: repository({ 'a/b': '' }), inputs: { ...GOOD, mcp_config: 'a' } }),
    "a can't be read: it is a folder.",
  ],
  [
    'no task',
    () => ({ workspace: repository(), inputs: { model: GOOD.model, prompt: ' ' } }),
    'There is no task: give input prompt or input prompt_file.',
  ],
  [
    'a task in a file that is not there',
    () => ({ workspace: repository(), inputs: { model: GOOD.model, prompt_file: 'task.md' } }),
    'there is no file “task.md” in the working tree',
  ],
  [
    'an empty task file',
    () => ({
      workspace: repository({ 'task.md': '\n' }),
      inputs: { model: GOOD.model, prompt_file: 'task.md' },
    }),
    'task.md is empty',
  ],
  [
    'no key',
    () => ({ workspace: repository(), inputs: { prompt: 'Look.' } }),
    'There is no key for the API.',
  ],
  [
    'two credentials',
    () => ({
      workspace: repository(),
      inputs: { prompt: 'x', anthropic_api_key: 'sk-ant-a' },
      variables: { ANTHROPIC_AUTH_TOKEN: 'token-b' },
    }),
    'Both an API key and an auth token are given',
  ],
  [
    'a policy with a typo',
    () => ({
      workspace: repository({ 'p.yml': 'version: 1\nname: p\nextend: read-only\n' }),
      inputs: { ...GOOD, policy: 'p.yml' },
    }),
    'p.yml:3:1:',
  ],
  [
    'a rule that is no rule',
    () => ({
      workspace: repository({ 'p.yml': 'permissions:\n  allow: ["Bash(npm test"]\n' }),
      inputs: { ...GOOD, policy: 'p.yml' },
    }),
    'p.yml:2:',
  ],
  [
    'a policy that is not there',
    () => ({ workspace: repository(), inputs: { ...GOOD, policy: 'pr-fixx' } }),
    'did you mean the shipped policy `pr-fix`?',
  ],
  [
    'a policy that can not be read',
    () => ({ workspace: repository({ 'p.yml/x': '' }), inputs: { ...GOOD, policy: 'p.yml' } }),
    'p.yml',
  ],
  [
    'an extra rule that is no rule',
    () => ({ workspace: repository(), inputs: { ...GOOD, allowed_tools: 'Bash(ls)\nBahs(ls)' } }),
    'input allowed_tools:2',
  ],
  [
    'an extra rule for a tool that is not there',
    () => ({
      workspace: repository(),
      inputs: { ...GOOD, allowed_tools: 'Bash(ls)\nWebFetch(domain:example.com)' },
    }),
    'The rule WebFetch(domain:example.com) (input allowed_tools, line 2) has no effect',
  ],
  [
    'a schema that no tool could answer',
    () => ({
      workspace: repository({ 'p.yml': 'tools: { mode: simple }\n' }),
      inputs: { ...GOOD, policy: 'p.yml', json_schema: '{"type":"object"}' },
    }),
    'json_schema has no effect under the policy',
  ],
  [
    'a schema that is not JSON',
    () => ({ workspace: repository(), inputs: { ...GOOD, json_schema: '{"type":' } }),
    'input json_schema is not JSON',
  ],
  [
    'a folder without git',
    () => ({ workspace: temporaryFolder(), inputs: GOOD }),
    'is not in a git repository',
  ],
  [
    'a working directory that is not there',
    () => ({ workspace: repository(), inputs: { ...GOOD, working_directory: 'nope' } }),
    'working_directory “nope” is not a folder of the checkout',
  ],
  [
    'a script that is not there',
    () => ({ workspace: repository(), inputs: { ...GOOD, model: 'scripted:none.yml' } }),
    'There is no script “none.yml”',
  ],
  [
    'a script with a typo',
    () => ({
      workspace: repository({ 's.yml': 'version: 1\nturns:\n  - txt: hi\n' }),
      inputs: { ...GOOD, model: 'scripted:s.yml' },
    }),
    's.yml:3:5',
  ],
  [
    'an event that is no JSON',
    () => ({ workspace: repository(), inputs: GOOD, event: { name: 'push', payload: '{"ref":' } }),
    "can't be read",
  ],
  [
    'an event that we do not know',
    () => ({ workspace: repository(), inputs: GOOD, event: { name: 'watch', payload: {} } }),
    'does not run on the event “watch”',
  ],
];

test.each(cases)(
  '%s: one clear sentence, config_error, exit 1, transcript and summary still there',
  async (_name, job, message) => {
    const result = await runAction(job());
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ conclusion: 'failure', stop_reason: 'config_error' });
    expect(result.stdout).toContain(message);
    expect(result.summary).toContain('Not started');
    expect(result.transcript.at(-1)).toMatchObject({ type: 'result', is_error: true });
    // A mistake is a sentence, not a stack.
    expect(result.stdout + result.stderr).not.toMatch(/\n\s+at .*\(/);
  },
);

test('a temporary folder that can not be written: said, and the transcript lies in another one', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const result = await runAction({
    workspace: repository(),
    inputs: GOOD,
    variables: { RUNNER_TEMP: file, TMPDIR: temporaryFolder() },
  });
  expect(result.outputs['stop_reason']).toBe('config_error');
  expect(result.stdout).toContain('RUNNER_TEMP');
  expect(result.outputs['execution_file']).toContain('transcript.json');
  expect(result.summary).toContain('Not started');
});

test('a fork’s pull request without a key is skipped, neutral, with the way that works', async () => {
  const payload = {
    pull_request: {
      number: 3,
      user: { login: 'stranger' },
      author_association: 'NONE',
      base: { ref: 'main', sha: 'a'.repeat(40), repo: { full_name: 'octo/app' } },
      head: { ref: 'x', sha: 'b'.repeat(40), repo: { full_name: 'stranger/app' } },
    },
  };
  const result = await runAction({
    workspace: repository(),
    inputs: { prompt: 'x' },
    event: { name: 'pull_request', payload },
  });
  expect(result.exitCode).toBe(0);
  expect(result.outputs).toMatchObject({ conclusion: 'neutral', stop_reason: 'skipped' });
  expect(result.stdout).toContain('two workflows');
});
