import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What a client has to do and where. */
export interface Job {
  readonly url: string;
  readonly workspace: string;
  /** The runner's temp folder. */
  readonly temp: string;
  readonly prompt: string;
}

export interface Client {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly environment: (job: Job) => Record<string, string>;
}

/** The floor twice, then ours. To measure another client, add an entry. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'floor',
    command: [process.execPath, join(root, 'bench/floor.mjs')],
    environment: floorEnvironment,
  },
  {
    name: 'floor-http',
    command: [process.execPath, join(root, 'bench/floor.mjs'), '--http'],
    environment: floorEnvironment,
  },
  {
    name: 'ours',
    command: [process.execPath, join(root, 'dist/main.js')],
    environment: actionEnvironment,
  },
];

/** A fresh checkout with a small file in it, and a temp folder beside it. */
export function newJob(url: string): Job {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const workspace = join(folder, 'repository');
  const temp = join(folder, 'temp');
  for (const path of [workspace, temp]) mkdirSync(path);
  writeFileSync(join(workspace, 'file.txt'), 'one\ntwo\nthree\n');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.com', ...words], {
      cwd: workspace,
    });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'start');
  return { url, workspace, temp, prompt: 'Do what the turns say.' };
}

function floorEnvironment({ url, prompt }: Job): Record<string, string> {
  return { BENCH_URL: url, BENCH_PROMPT: prompt };
}

/** What the runner sets for a step of a workflow that was started by hand. */
function actionEnvironment({ url, workspace, temp, prompt }: Job): Record<string, string> {
  const file = (name: string, text = '') => {
    const path = join(temp, name);
    writeFileSync(path, text);
    return path;
  };
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_EVENT_PATH: file('event.json', '{"inputs":{}}'),
    GITHUB_REPOSITORY: 'bench/bench',
    GITHUB_RUN_ID: '1',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_STATE: file('state'),
    GITHUB_ENV: file('env'),
    GITHUB_PATH: file('path'),
    RUNNER_TEMP: temp,
    RUNNER_OS: 'Linux',
    INPUT_PROMPT: prompt,
    INPUT_POLICY: join(root, 'bench/policy.yml'),
    INPUT_ANTHROPIC_API_KEY: 'bench',
    INPUT_ANTHROPIC_BASE_URL: url,
    INPUT_COMMENT: 'off',
  };
}
