import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { createRepository } from '../fakes/repository.ts';
import { type RunnerJob, type RunnerResult, runAction } from '../fakes/runner.ts';

/** Says that it has begun, and then waits. */
export const WAIT = `require('fs').writeFileSync('begun', String(process.pid)); setInterval(() => {}, 1000);`;

/** A turn with one command. */
export const calls = (command: string) => ({
  text: 'I work.',
  calls: [{ tool: 'Bash', input: { command, timeout: 60_000 } }],
});

export interface Ended {
  readonly result: RunnerResult;
  readonly after: RunnerResult;
  readonly root: string;
  readonly comments: readonly string[];
}

/** Plays a job on a pull request, and the post step after it. */
export async function play(
  turns: readonly unknown[],
  options: Partial<RunnerJob> & {
    readonly wait?: string;
    readonly repair?: () => void;
    readonly onComment?: (pid: number, root: string) => void;
  } = {},
): Promise<Ended> {
  const { root, git } = createRepository({
    'script.yml': JSON.stringify({ version: 1, model: 'claude-sonnet-5-5', turns }),
    'wait.js': options.wait ?? WAIT,
    'a.txt': 'a\n',
  });
  const sha = git('rev-parse', 'HEAD').trim();
  const repo = { full_name: 'octo/app' };
  const side = { ref: 'main', sha, repo };
  const github = await startFakeGithub();
  onTestFinished(() => github.close());
  const user = { login: 'mona', type: 'User' };
  const result = await runAction({
    workspace: root,
    event: {
      name: 'pull_request',
      payload: {
        repository: repo,
        sender: user,
        pull_request: { number: 7, user, author_association: 'OWNER', base: side, head: side },
      },
    },
    ...options,
    inputs: {
      prompt: 'Work.',
      policy: 'pr-fix',
      model: 'scripted:script.yml',
      allowed_tools: 'Bash(node wait.js)',
      github_token: JOB_TOKEN,
      deliver: 'patch',
      ...options.inputs,
    },
    variables: { GITHUB_API_URL: github.url, ...options.variables },
  });
  options.repair?.();
  const after = await result.post();
  return { result, after, root, comments: github.comments.map(({ body }) => body) };
}

/** Processes of the job that still run: each knows its run by a variable. */
function leftOf(temp: string): string[] {
  const names = readdirSync(join(temp, '_temp/unattended'));
  return readdirSync('/proc').filter((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      return names.some((name) => environment.includes(`UNATTENDED_RUN=${name}`));
    } catch {
      return false;
    }
  });
}

/** Whatever ended it: complete lines, one final transcript, one comment that is no longer at work, nothing running. */
export function expectTold({ result, after, comments }: Ended, stopReason: string): void {
  const [run = ''] = readdirSync(join(result.temp, '_temp/unattended'));
  const journal = readFileSync(
    join(result.temp, '_temp/unattended', run, 'transcript.jsonl'),
    'utf8',
  );
  const lines = journal
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(lines.at(-1)).toMatchObject({ type: 'result', stop_reason: stopReason });
  expect(after.transcript).toEqual(lines);
  expect(comments).toHaveLength(1);
  expect(comments[0]).toMatch(/^### (?!⏳)/mu);
  expect(leftOf(result.temp)).toEqual([]);
  expect(after.exitCode).toBe(0);
}
