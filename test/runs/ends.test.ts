import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import { JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { nodeThatLoads, oddNode } from '../fakes/odd-node.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';
import { type RunnerJob, type RunnerResult, runAction } from '../fakes/runner.ts';

const WAIT = `require('fs').writeFileSync('begun', String(process.pid)); setInterval(() => {}, 1000);`;
/** Obeys no polite signal, and leaves a child in a session of its own. */
const STUBBORN = `process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});
require('child_process').spawn('setsid', ['sleep', '600'], { stdio: 'inherit', detached: true });
${WAIT}`;

const calls = (command: string) => ({
  text: 'I work.',
  calls: [{ tool: 'Bash', input: { command, timeout: 60_000 } }],
});
const waiting = [calls('node wait.js'), { text: 'Never said.' }];

interface Ended {
  readonly result: RunnerResult;
  readonly after: RunnerResult;
  readonly root: string;
  readonly comments: readonly string[];
}

/** Plays a job on a pull request, and the post step after it. */
async function play(
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
function expectTold({ result, after, comments }: Ended, stopReason: string): void {
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

test('at the deadline a command that obeys no signal is ended, with what left its session', async () => {
  const ended = await play(waiting, { wait: STUBBORN, inputs: { timeout_minutes: '0.1' } });
  expect(ended.result.exitCode).toBe(1);
  expect(ended.result.outputs).toMatchObject({ stop_reason: 'deadline', conclusion: 'failure' });
  expectTold(ended, 'deadline');
  expect(ended.comments[0]).toContain('Stopped at the time limit: 0.1 minutes are used up');
  expect(readFileSync(ended.result.outputs['patch_file'] ?? '', 'utf8')).toContain('begun');
});

test('at the deadline an API that fell silent is not waited for', async () => {
  const api = await startFakeAnthropic({
    turns: [{ content: [{ type: 'text', text: 'Hm' }], breakAfterBlocks: 1, breakWith: 'stall' }],
    keys: ['sk-ant-FAKE'],
  });
  onTestFinished(() => api.close());
  const ended = await play([], {
    inputs: {
      model: 'claude-sonnet-5-5',
      anthropic_api_key: 'sk-ant-FAKE',
      anthropic_base_url: api.url,
      timeout_minutes: '0.08',
    },
  });
  expect(ended.result.outputs['stop_reason']).toBe('deadline');
  expectTold(ended, 'deadline');
});

test('git that hangs at the end keeps nobody: the post step measures and keeps the work', async () => {
  const bin = temporaryFolder('unattended-bin-');
  const flag = join(bin, 'hang');
  const real = (process.env['PATH'] ?? '').split(':').find((path) => existsSync(join(path, 'git')));
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\n[ -e '${flag}' ] && exec sleep 600\nexec '${real}/git' "$@"\n`,
    { mode: 0o755 },
  );
  const ended = await play(waiting, {
    wait: `require('fs').writeFileSync('${flag}', ''); ${WAIT}`,
    inputs: { timeout_minutes: '0.1', allowed_tools: 'Bash(node wait.js)' },
    variables: { PATH: `${bin}:${process.env['PATH']}` },
    repair: () => rmSync(flag),
  });
  expect(ended.result.outputs).toMatchObject({ stop_reason: 'deadline', changed_files: '[]' });
  expect(ended.result.state['finished']).toBe('partly');
  expectTold(ended, 'deadline');
  expect(ended.comments[0]).toContain('`begun`');
  expect(ended.comments[0]).toContain('changes.patch');
});

test.each([
  ['crash', 'throw new Error("a bug in here")', 'error', 'a bug in here'],
  ['rejection', 'Promise.reject(new Error("a lost promise"))', 'error', 'a lost promise'],
])('a %s that nobody catches ends the run, and it is told', async (_kind, code, reason, words) => {
  const node = nodeThatLoads(`import { existsSync } from 'node:fs';
const timer = setInterval(() => { if (existsSync('begun')) { clearInterval(timer); ${code}; } }, 20);
timer.unref();`);
  const ended = await play(waiting, { node });
  expect(ended.result.exitCode).toBe(1);
  expect(ended.result.outputs).toMatchObject({ stop_reason: reason, conclusion: 'failure' });
  expectTold(ended, reason);
  expect(ended.comments[0]).toContain(words);
  expect(ended.result.state['finished']).toBe('true');
});

test('a process that is stuck in itself is killed at the deadline; the post step tells why', async () => {
  const node = nodeThatLoads(`import { existsSync } from 'node:fs';
const timer = setInterval(() => { if (existsSync('begun')) for (;;); }, 20);
timer.unref();`);
  // The watchdog starts beside the first request, and takes a moment.
  const wait = `setTimeout(() => { ${WAIT} }, 2_000);`;
  const ended = await play(waiting, { node, wait, inputs: { timeout_minutes: '0.2' } });
  expect(ended.result.exitCode).not.toBe(0);
  expect(ended.result.outputs).toEqual({ conclusion: 'failure', stop_reason: 'deadline' });
  expectTold(ended, 'deadline');
  expect(ended.comments[0]).toContain('It did not end by itself');
  expect(ended.comments[0]).toContain('changes.patch');
});

/** Results of 9 KB each, after a first call whose file is to be in the patch. */
const LONG = [
  calls('node wait.js'),
  ...Array.from({ length: 40 }, () => calls('seq 2000')),
  { text: 'Done.' },
];

/** Whatever the disk lacked: the record is whole, and so are verdict, comment and patch. */
function expectToldOnFullDisk(ended: Ended): void {
  const { result, after, comments } = ended;
  expect(result.outputs).toMatchObject({ stop_reason: 'error', conclusion: 'failure' });
  expect(result.exitCode).toBe(1);
  expect(result.state['finished']).toBe('true');
  expectTold(ended, 'error');
  expect(comments[0]).toContain("The transcript can't be written");
  expect(result.summary).toContain("The transcript can't be written");
  expect(result.stdout).toContain('The transcript has gaps');
  expect(after.transcript[0]).toMatchObject({ type: 'system', subtype: 'init' });
  expect(readFileSync(result.outputs['patch_file'] ?? '', 'utf8')).toContain('begun');
  const [run = ''] = readdirSync(join(result.temp, '_temp/unattended'));
  const files = readdirSync(join(result.temp, '_temp/unattended', run));
  expect(files.filter((name) => /reserve|\.tmp$/u.test(name))).toEqual([]);
}

const BEGIN = `require('fs').writeFileSync('begun', String(process.pid));`;

test('where no file may grow, the run ends, and record, comment, outputs and patch tell all', async () => {
  const node = oddNode(`case "$1" in *main.js) ulimit -f 192;; esac; exec "$NODE" "$@"`);
  expectToldOnFullDisk(await play(LONG, { node, wait: BEGIN }));
});

/** A disk of its own for the runner's temporary files, which are kept for the post step. */
const SMALL_DISK = `SELF='${process.execPath}'
export SELF; exec unshare -rm bash -c '
  echo "$RUNNER_TEMP" > .git/where; mkdir -p "$RUNNER_TEMP.kept"
  mount --bind "$RUNNER_TEMP" "$RUNNER_TEMP.kept"
  mount -t tmpfs -o size=8m t "$RUNNER_TEMP"
  cp -a "$RUNNER_TEMP.kept"/. "$RUNNER_TEMP"
  "$SELF" "$@"; code=$?
  rm -f "$RUNNER_TEMP/filling"; cp -a "$RUNNER_TEMP"/. "$RUNNER_TEMP.kept"
  exit $code' bash "$@"`;

test('on a disk that is full to its last byte as well', async (context) => {
  if (spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 't', '/mnt']).status !== 0) {
    context.skip('This machine lets nobody mount a file system of their own (unshare -rm).');
  }
  const wait = `${BEGIN} const { openSync, readFileSync, writeSync } = require('fs');
const file = openSync(readFileSync('.git/where', 'utf8').trim() + '/filling', 'w');
for (const size of [65536, 4096, 1]) {
  try { for (;;) writeSync(file, Buffer.alloc(size, 1)); } catch {}
}`;
  expectToldOnFullDisk(await play(LONG, { node: oddNode(SMALL_DISK), wait }));
});

test('a log that nobody reads any more changes nothing', async () => {
  const node = oddNode(`"$NODE" "$@" 2>/dev/null | head -c 20 >/dev/null; exit \${PIPESTATUS[0]}`);
  const turns = [calls('cat a.txt'), { text: 'Read.' }];
  const ended = await play(turns, { node, inputs: { show_full_output: 'true', deliver: 'none' } });
  expect(ended.result.exitCode).toBe(0);
  expect(ended.result.outputs).toMatchObject({ stop_reason: 'completed', result: 'Read.' });
  expectTold(ended, 'completed');
});
