import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeGithub, JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { createRepository } from '../fakes/repository.ts';
import { type RunnerResult, runAction } from '../fakes/runner.ts';

const KILLS = 100;
const LANES = 4;

const SCRIPT = `version: 1
turns:
  - text: I look first.
    calls:
      - { tool: TodoWrite, input: { todos: [{ content: Mend, status: in_progress, activeForm: Mending }] } }
      - { tool: Read, input: { file_path: src/a.js } }
  - calls:
      - { tool: Edit, input: { file_path: src/a.js, old_string: one, new_string: two } }
      - { tool: Write, input: { file_path: src/b.js, content: "b\\n" } }
  - calls: [{ tool: Bash, input: { command: node check.js } }]
  - text: Mended, and checked.
`;

/** Processes of a job that still run: each knows its run by a variable. */
function leftOf(temp: string): string[] {
  const runs = join(temp, '_temp/unattended');
  const names = existsSync(runs) ? readdirSync(runs) : [];
  return readdirSync('/proc').filter((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      return names.some((name) => environment.includes(name));
    } catch {
      return false;
    }
  });
}

let githubs: FakeGithub[] = [];
beforeAll(async () => {
  githubs = await Promise.all(Array.from({ length: LANES }, () => startFakeGithub()));
});
afterAll(() => Promise.all(githubs.map((github) => github.close())));

/** One job; killed `after` ms from its start. */
async function job(github: FakeGithub, after: number | undefined): Promise<RunnerResult> {
  github.comments.length = 0;
  const repository = createRepository({
    'script.yml': SCRIPT,
    'src/a.js': 'one\n',
    'check.js': 'console.log("good")',
  });
  const base = repository.git('rev-parse', 'HEAD').trim();
  const repo = { full_name: 'octo/app' };
  const side = { ref: 'main', sha: base, repo };
  const user = { login: 'mona', type: 'User' };
  let isPost = false;
  return runAction({
    workspace: repository.root,
    inputs: {
      prompt: 'Mend it.',
      policy: 'pr-fix',
      model: 'scripted:script.yml',
      allowed_tools: 'Bash(node check.js)',
      github_token: JOB_TOKEN,
    },
    event: {
      name: 'pull_request',
      payload: {
        action: 'opened',
        sender: user,
        repository: repo,
        pull_request: { number: 7, user, author_association: 'OWNER', base: side, head: side },
      },
    },
    variables: { GITHUB_API_URL: github.url },
    onStart: ({ pid }) => {
      if (after !== undefined && !isPost) setTimeout(() => endProcess(pid), after);
      isPost = true;
    },
  });
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended by itself.
  }
}

test('a run that is killed at any moment is told about honestly, once', {
  timeout: 240_000,
}, async () => {
  const started = performance.now();
  const whole = await job(githubs[0] as FakeGithub, undefined);
  const length = performance.now() - started;
  expect(whole.outputs['stop_reason']).toBe('completed');
  const moments = Array.from({ length: KILLS }, () => Math.random() * length);
  await Promise.all(
    githubs.map(async (github, lane) => {
      for (let index = lane; index < moments.length; index += LANES) {
        await check(github, moments[index] ?? 0);
      }
    }),
  );
});

async function check(github: FakeGithub, moment: number): Promise<void> {
  const killed = await job(github, moment);
  const after = await killed.post();
  const about = `killed after ${moment.toFixed(1)} ms`;
  expect(after.exitCode, about).toBe(0);
  expect(github.comments.length, about).toBeLessThanOrEqual(1);
  for (const { body } of github.comments) {
    // The hour-glass stands for a run that goes on.
    expect(body, about).toMatch(/^### (?!⏳)/mu);
    expect(body, about).not.toMatch(/^### ⏳/mu);
  }
  expect(leftOf(killed.temp), about).toEqual([]);
  const runs = join(killed.temp, '_temp/unattended');
  for (const run of existsSync(runs) ? readdirSync(runs) : []) {
    const journal = join(runs, run, 'transcript.jsonl');
    const text = existsSync(journal) ? readFileSync(journal, 'utf8') : '';
    for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
      if (line !== '') expect(() => JSON.parse(line), about).not.toThrow();
    }
    if (text.includes('\n')) {
      const last = after.transcript.at(-1) ?? killed.transcript.at(-1);
      expect(last, about).toMatchObject({ type: 'result' });
    }
  }
}
