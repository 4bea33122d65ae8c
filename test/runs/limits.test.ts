import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';

const script = (...turns: unknown[]) =>
  JSON.stringify({ version: 1, model: 'claude-sonnet-5-5', turns });
const bash = (command: string) => ({ calls: [{ tool: 'Bash', input: { command } }] });

test('the deadline ends a command that would never end, and what was done by then is told', async () => {
  const { root } = createRepository({
    'script.yml': script({ text: 'I wait.', ...bash('node wait.js') }, { text: 'Never said.' }),
    'wait.js':
      "require('fs').writeFileSync('begun', String(process.pid)); setInterval(() => {}, 1000);",
  });
  const result = await runAction({
    workspace: root,
    inputs: {
      prompt: 'x',
      policy: 'pr-fix',
      model: 'scripted:script.yml',
      allowed_tools: 'Bash(node wait.js)',
      timeout_minutes: '0.1',
    },
  });
  expect(result.exitCode).toBe(1);
  expect(result.outputs).toMatchObject({
    conclusion: 'failure',
    stop_reason: 'deadline',
    result: 'I wait.',
    changed_files: '["begun"]',
  });
  expect(result.stdout).toContain('timeout_minutes');
  const pid = readFileSync(join(root, 'begun'), 'utf8');
  const stat = `/proc/${pid}/stat`;
  expect(existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ')).toBe(false);
  const answered = result.transcript.filter(({ type }) => type === 'user').slice(1);
  expect(answered).toHaveLength(1);
  // The checkout goes with the job, also where nothing was to be delivered.
  const patch = result.outputs['patch_file'] ?? '';
  expect(readFileSync(patch, 'utf8')).toContain(`+${pid}`);
  execFileSync('git', ['apply', '--check', '-R', patch], { cwd: root });
});

test('money is counted before each request', async () => {
  const turns = Array.from({ length: 6 }, (_, index) => ({
    ...bash(`echo ${index}`),
    usage: {
      input_tokens: 100_000,
      output_tokens: 1_000,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  }));
  const { root } = createRepository({ 'script.yml': script(...turns, { text: 'Done.' }) });
  const result = await runAction({
    workspace: root,
    inputs: { prompt: 'x', model: 'scripted:script.yml', max_budget_usd: '0.5' },
  });
  // A turn costs $0.21. A third could break the limit, so the second request is the one to sum up.
  expect(result.outputs).toMatchObject({
    stop_reason: 'max_budget',
    num_turns: '1',
    total_cost_usd: '0.420000',
  });
});

test('a call that is denied again and again ends the run', async () => {
  const { root } = createRepository({
    'script.yml': script(...Array.from({ length: 6 }, () => bash('git push'))),
  });
  const result = await runAction({
    workspace: root,
    inputs: { prompt: 'x', model: 'scripted:script.yml' },
  });
  expect(result.outputs).toMatchObject({
    stop_reason: 'denied',
    num_turns: '3',
    conclusion: 'failure',
  });
});

test('fail_on decides what fails the step', async () => {
  const { root } = createRepository({ 'script.yml': script(bash('git push'), { text: 'Done.' }) });
  const run = (fail_on: string) =>
    runAction({ workspace: root, inputs: { prompt: 'x', model: 'scripted:script.yml', fail_on } });
  expect((await run('any_denial')).exitCode).toBe(1);
  const lenient = await run('max_turns');
  expect(lenient.exitCode).toBe(0);
  expect(lenient.stdout).toContain('::warning title=Unattended::Done in 2 turns, 1 call refused');
});

test('a script that expects something else says where', async () => {
  const turns = [bash('echo one'), { expect: [{ contains: 'two' }], text: 'x' }];
  const { root } = createRepository({ 'script.yml': script(...turns) });
  const result = await runAction({
    workspace: root,
    inputs: { prompt: 'x', model: 'scripted:script.yml' },
  });
  expect(result.outputs['stop_reason']).toBe('config_error');
  expect(result.stdout).toMatch(/Stopped: script\.yml:\d+:\d+: .*two/);
});
