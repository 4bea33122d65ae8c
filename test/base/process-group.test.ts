import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ProcessRequest, runProcess } from '../../src/base/process-group.ts';

const cwd = mkdtempSync(join(tmpdir(), 'process-group-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const env = { PATH: process.env['PATH'] ?? '' };
const bash = (script: string, more: Partial<ProcessRequest> = {}) =>
  runProcess({
    argv: ['/bin/bash', '--norc', '-c', script],
    cwd,
    env,
    timeoutMs: 20_000,
    ...more,
  });

function runs(pid: number): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('tells exit code, both streams and where it ran', async () => {
  const result = await bash('pwd; echo wrong >&2; exit 3');
  expect(result).toMatchObject({
    exitCode: 3,
    signal: null,
    timedOut: false,
    aborted: false,
    stdout: `${cwd}\n`,
    stderr: 'wrong\n',
    truncated: false,
  });
});

test('names the signal that ended it', async () => {
  expect(await bash('kill -SEGV $$')).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
});

test('passes no variable but those given', async () => {
  const { stdout } = await runProcess({
    argv: ['/usr/bin/env'],
    cwd,
    env: { ONLY: 'this' },
    timeoutMs: 20_000,
  });
  expect(stdout).toBe('ONLY=this\n');
});

test('standard input is the null device, or what is given', async () => {
  expect((await bash('cat; echo end')).stdout).toBe('end\n');
  expect((await bash('cat', { stdin: 'é{"a":1}' })).stdout).toBe('é{"a":1}');
});

test('input that nobody reads is no error', async () => {
  const result = await bash('exit 0', { stdin: 'x'.repeat(1_000_000) });
  expect(result.exitCode).toBe(0);
});

test('keeps the first bytes and drains the rest', async () => {
  let bytes = 0;
  const result = await bash('head -c 3000000 /dev/zero', {
    maxBuffered: 10,
    onChunk: (chunk) => {
      bytes += chunk.length;
    },
  });
  expect(result.stdout).toHaveLength(10);
  expect(result.truncated).toBe(true);
  expect(bytes).toBe(3_000_000);
});

test('a program that is not there is an error with its code', async () => {
  const missing = runProcess({ argv: ['/nowhere/at/all'], cwd, env, timeoutMs: 20_000 });
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a time-out ends the whole tree and keeps what was printed', async () => {
  const result = await bash('echo $$; sleep 90 & echo $!; sleep 91 | sleep 92', { timeoutMs: 300 });
  const pids = result.stdout.trim().split('\n').map(Number);
  expect(result).toMatchObject({ timedOut: true, signal: 'SIGTERM' });
  expect(pids).toHaveLength(2);
  expect(pids.filter(runs)).toEqual([]);
  const left = execFileSync('ps', ['-eo', 'pgid,stat'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim().startsWith(`${pids[0]} `) && !line.includes('Z'));
  expect(left).toEqual([]);
});

test('a tree that ignores the polite signal is killed', async () => {
  const result = await bash('trap "" TERM; echo $$; while :; do sleep 90; done', {
    timeoutMs: 300,
  });
  expect(result).toMatchObject({ timedOut: true, signal: 'SIGKILL' });
  expect(runs(Number(result.stdout))).toBe(false);
});

test('an abort ends the tree while it runs; aborted before, nothing starts', async () => {
  const abort = new AbortController();
  const running = await bash('echo $$; sleep 90', {
    signal: abort.signal,
    onChunk: () => abort.abort(),
  });
  expect(running).toMatchObject({ aborted: true, timedOut: false, signal: 'SIGTERM' });
  expect(runs(Number(running.stdout))).toBe(false);
  const never = await bash('echo started', { signal: abort.signal });
  expect(never).toMatchObject({ aborted: true, stdout: '' });
});

test('children in the background die with the call, also when they close their output', async () => {
  const result = await bash('sleep 90 >/dev/null 2>&1 & echo $!; sleep 91 & echo $!');
  const pids = result.stdout.trim().split('\n').map(Number);
  expect(result).toMatchObject({ exitCode: 0, timedOut: false });
  expect(pids.filter(runs)).toEqual([]);
});

test('says whether others had to be ended after the program', async () => {
  expect(await bash('sleep 90 &')).toMatchObject({ exitCode: 0, leftOthers: true });
  expect(await bash('sleep 0 & wait')).toMatchObject({ exitCode: 0, leftOthers: false });
  expect(await bash('sleep 90', { timeoutMs: 100 })).toMatchObject({ leftOthers: false });
});

test('filters behind the shell may finish', async () => {
  expect((await bash('echo hello > >(sleep 0.05; tr a-z A-Z)')).stdout).toBe('HELLO\n');
});

test('a grandchild that left the group can not keep the call waiting', async () => {
  const result = await bash('setsid sleep 30 & echo $!; echo done');
  expect(result).toMatchObject({ exitCode: 0, timedOut: false });
  expect(result.stdout).toMatch(/^\d+\ndone\n$/);
  process.kill(Number.parseInt(result.stdout, 10));
});

test('descriptor 3 takes a note beside the output', async () => {
  const result = await bash('echo shown; echo kept >&3', { note: true });
  expect(result).toMatchObject({ stdout: 'shown\n', note: 'kept\n' });
});

test('what was printed is read even when this process comes to it late', async () => {
  const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const waiting = bash('until [ -e now ]; do sleep 0.01; done; echo out; echo err >&2');
  const first = bash('echo first', {
    onChunk: () => {
      writeFileSync(join(cwd, 'now'), '');
      // The other ends meanwhile, which is noticed right after; what it printed, a turn later only,
      // and by then its time is over.
      block(500);
      setImmediate(() => block(300));
    },
  });
  // Both its output and its end are there at the next look.
  block(200);
  await first;
  expect(await waiting).toMatchObject({ exitCode: 0, stdout: 'out\n', stderr: 'err\n' });
});
