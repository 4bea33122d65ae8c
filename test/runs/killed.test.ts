import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';

const SCRIPT = `version: 1
turns:
  - text: I begin.
    calls:
      - { tool: TodoWrite, input: { todos: [{ content: Wait, status: in_progress, activeForm: Waiting }] } }
      - { tool: Bash, input: { command: "node wait.js", timeout: 60000 } }
  - text: Never said.
`;

/** Runs a job whose command waits for ever, and sends `signal` when that command has begun. */
async function killedBy(signal: NodeJS.Signals) {
  const repository = createRepository({
    'script.yml': SCRIPT,
    'wait.js': `require('fs').writeFileSync('begun', String(process.pid)); require('fs').writeFileSync('kept.txt', 'new\\n'); setInterval(() => {}, 1000);`,
  });
  const base = repository.git('rev-parse', 'HEAD').trim();
  const github = await startFakeGithub();
  onTestFinished(() => github.close());
  let pid = 0;
  const begun = join(repository.root, 'begun');
  const timer = setInterval(() => {
    // The comment is made beside the run; it has to be there before the kill to be finished after it.
    if (pid === 0 || !existsSync(begun) || github.comments.length === 0) return;
    clearInterval(timer);
    process.kill(pid, signal);
  }, 20);
  const result = await runAction({
    workspace: repository.root,
    inputs: {
      prompt: 'Wait.',
      policy: 'pr-fix',
      model: 'scripted:script.yml',
      allowed_tools: 'Bash(node wait.js)',
      github_token: JOB_TOKEN,
    },
    event: {
      name: 'pull_request',
      payload: {
        repository: { full_name: 'octo/app' },
        pull_request: {
          number: 7,
          user: { login: 'mona' },
          author_association: 'OWNER',
          base: { ref: 'main', sha: base, repo: { full_name: 'octo/app' } },
          head: { ref: 'x', sha: base, repo: { full_name: 'octo/app' } },
        },
      },
    },
    variables: { GITHUB_API_URL: github.url },
    onStart: (child) => {
      pid = child.pid;
    },
  });
  const waiting = Number(readFileSync(begun, 'utf8'));
  return { result, github, waiting };
}

/** A process that is dead and only waits for its parent to notice does not run. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a run that is cancelled by %s ends by itself: verdict, comment and transcript say so, and nothing goes on running',
  async (signal) => {
    const { result, github, waiting } = await killedBy(signal);
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ conclusion: 'failure', stop_reason: 'cancelled' });
    expect(result.transcript.at(-1)).toMatchObject({ type: 'result' });
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('Cancelled');
    expect(isRunning(waiting)).toBe(false);
    const after = await result.post();
    expect(after.exitCode).toBe(0);
    expect(github.comments).toHaveLength(1);
  },
);

test('a run that is killed outright is finished by the post step', async () => {
  const { result, github, waiting } = await killedBy('SIGKILL');
  expect(result.transcript).toEqual([]);
  expect(github.comments[0]?.body).toContain('⏳');

  const after = await result.post();
  expect(after.exitCode).toBe(0);
  expect(isRunning(waiting)).toBe(false);
  expect(after.transcript.at(-1)).toMatchObject({ type: 'result', is_error: true });
  expect(after.transcript.filter(({ type }) => type === 'assistant')).toHaveLength(1);
  expect(after.summary).toContain('ancelled');
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toMatch(/ancelled/);
  for (const text of [after.summary, github.comments[0]?.body]) expect(text).toContain('`begun`');
  // No step can take it any more: the summary has to hold it.
  expect(github.comments[0]?.body).toContain('the step summary shows the whole of it');
  expect(github.comments[0]?.body).not.toContain('patch_file');
  const patch = /```diff\n(.*?)\n```/su.exec(after.summary)?.[1];
  const fresh = createRepository({ 'a.txt': '' });
  fresh.write('x.patch', `${patch}\n`);
  fresh.git('apply', 'x.patch');
  expect(readFileSync(join(fresh.root, 'kept.txt'), 'utf8')).toBe('new\n');
  expect(after.summary).toContain('2 calls.');
  expect(after.summary).toContain('Bash node wait.js');
  expect((await after.post()).transcript).toEqual(after.transcript);
});

test('a run that is killed before it made its folder is told of all the same', async () => {
  const repository = createRepository({ 'script.yml': SCRIPT });
  let killed = false;
  const result = await runAction({
    workspace: repository.root,
    inputs: { prompt: 'Wait.', model: 'scripted:script.yml' },
    onStart: ({ pid }) => {
      // The post step is started the same way.
      if (!killed) process.kill(pid, 'SIGKILL');
      killed = true;
    },
  });
  expect(result.transcript).toEqual([]);
  const after = await result.post();
  expect(after.exitCode).toBe(0);
  expect(after.transcript).toMatchObject([{ type: 'result', stop_reason: 'cancelled' }]);
  expect(after.summary).toContain('before it could begin');
  expect(after.summary).toContain('/octo/app/actions/runs/42/attempts/1');
});
