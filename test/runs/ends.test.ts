import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import { type FakeGithub, startFakeGithub } from '../fakes/github-api.ts';
import { nodeThatLoads, oddNode } from '../fakes/odd-node.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { calls, expectTold, play, WAIT } from './ended-job.ts';

/** Obeys no polite signal, and leaves a child in a session of its own. */
const STUBBORN = `process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});
require('child_process').spawn('setsid', ['sleep', '600'], { stdio: 'inherit', detached: true });
${WAIT}`;

const waiting = [calls('node wait.js'), { text: 'Never said.' }];

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

/** GitHub, which says nothing to what is written of comments while `isSilent`. */
async function silentGithub(github: FakeGithub) {
  const state = { isSilent: true, unanswered: 0 };
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = method === 'GET' ? undefined : await buffer(request);
    const isWriting = body !== undefined && /\/comments(\/|$)/u.test(url);
    if (isWriting && state.isSilent) {
      state.unanswered += 1;
      return;
    }
    const { authorization = '' } = headers;
    const answer = await fetch(`${github.url}${url}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a comment API that hangs keeps no run beyond its time: all else is told, and the post step brings the comment', async () => {
  const github = await startFakeGithub();
  onTestFinished(() => github.close());
  const { state, url } = await silentGithub(github);
  const turns = [calls('cat a.txt'), { text: 'It says a.' }];
  let commentsBefore = -1;
  const ended = await play(turns, {
    inputs: { timeout_minutes: '0.1', deliver: 'none' },
    variables: { GITHUB_API_URL: url },
    repair: () => {
      commentsBefore = github.comments.length;
      state.isSilent = false;
    },
  });
  const { result } = ended;
  expect(state.unanswered).toBeGreaterThan(0);
  expect(commentsBefore).toBe(0);
  expect(result.exitCode).toBe(0);
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', result: 'It says a.' });
  expect(result.stdout).toContain('::warning title=Unattended::The comment could not be written');
  expect(result.summary).toContain('It says a.');
  expect(result.state['finished']).toBe('partly');
  const comments = github.comments.map(({ body }) => body);
  expectTold({ ...ended, comments }, 'completed');
  expect(comments[0]).toContain('It says a.');
  // The summary was whole: it is not said twice.
  expect(ended.after.summary).toBe(result.summary);
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
  expect(ended.result.exitCode).toBe(1);
  expect(ended.result.outputs).toEqual({ conclusion: 'failure', stop_reason: 'deadline' });
  expectTold(ended, 'deadline');
  expect(ended.comments[0]).toContain('It did not end by itself');
  expect(ended.comments[0]).toContain('changes.patch');
});

test('a process that is stuck before anything was answered is ended as its verdict says', async () => {
  // In the moment in which the watchdog has been made, and no later.
  const node = nodeThatLoads("process.on('worker', () => { for (;;); });");
  const ended = await play([{ delay_ms: 60_000, text: 'Never said.' }], {
    node,
    inputs: { timeout_minutes: '0.1', fail_on: 'any_denial' },
  });
  expect(ended.result.exitCode).toBe(0);
  expect(ended.result.outputs).toEqual({ conclusion: 'neutral', stop_reason: 'deadline' });
  expect(ended.result.stderr).toBe('');
  expectTold(ended, 'deadline');
  expect(ended.after.transcript.at(-1)).toMatchObject({ unattended: { conclusion: 'neutral' } });
  expect(ended.comments[0]).toContain('It did not end by itself');
});

test('a log that nobody reads any more changes nothing', async () => {
  const node = oddNode(`"$NODE" "$@" 2>/dev/null | head -c 20 >/dev/null; exit \${PIPESTATUS[0]}`);
  const turns = [calls('cat a.txt'), { text: 'Read.' }];
  const ended = await play(turns, { node, inputs: { show_full_output: 'true', deliver: 'none' } });
  expect(ended.result.exitCode).toBe(0);
  expect(ended.result.outputs).toMatchObject({ stop_reason: 'completed', result: 'Read.' });
  expectTold(ended, 'completed');
});
