import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type ProcessRequest, runProcess } from '../../src/base/process-group.ts';

const cwd = mkdtempSync(join(tmpdir(), 'process-pipes-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const env = { PATH: process.env['PATH'] ?? '' };
const bash = (script: string, more: Partial<ProcessRequest> = {}) =>
  runProcess({ argv: ['/bin/bash', '--norc', '-c', script], cwd, env, timeoutMs: 20_000, ...more });

/** Ends of pipes that this process holds. Those in store are open for both directions (flags …2). */
function openEnds(): string[] {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      if (!readlinkSync(`/proc/self/fd/${fd}`).includes('unattended-pipes')) return false;
      return !/^flags:\s+\d*2$/m.test(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'));
    } catch {
      return false;
    }
  });
}

describe.runIf(process.platform === 'linux')('real pipes', () => {
  test('both outputs can be opened by their names', async () => {
    const result = await bash('echo out > /dev/stdout; echo err > /dev/stderr; [ -p /dev/stdout ]');
    expect(result).toMatchObject({ exitCode: 0, stdout: 'out\n', stderr: 'err\n' });
  });

  test('ten at once are told apart, and all end', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    const results = await Promise.all(
      numbers.map((n) =>
        bash(`echo o${n} > /dev/stdout; echo e${n} >&2; head -c 300000 /dev/zero`),
      ),
    );
    expect(
      results.map(({ stdout, stderr }) => [stdout.slice(0, 3), stdout.length, stderr]),
    ).toEqual(numbers.map((n) => [`o${n}\n`, 300_003, `e${n}\n`]));
  });

  test('a child holds its own pipes only, whatever else runs', async () => {
    const abort = new AbortController();
    const list = 'readlink /proc/$$/fd/* | grep -c unattended-pipes';
    let other: ReturnType<typeof bash> | undefined;
    const first = bash('echo begun; sleep 90', {
      signal: abort.signal,
      onChunk: () => {
        other = bash(list);
      },
    });
    const second = await bash(list);
    expect(second.stdout).toBe('2\n');
    await expect.poll(() => other !== undefined).toBe(true);
    expect((await other)?.stdout).toBe('2\n');
    abort.abort();
    expect(await first).toMatchObject({ aborted: true, stdout: 'begun\n' });
  });

  test('nothing stays open here, however a call ended', async () => {
    await bash('echo a; echo b >&2');
    await bash('sleep 90', { timeoutMs: 50 });
    const gone = bash('', { argv: ['/nowhere/at/all'] });
    await expect(gone).rejects.toMatchObject({ code: 'ENOENT' });
    const long = bash('', { argv: ['/bin/echo', 'x'.repeat(200_000)] });
    await expect(long).rejects.toMatchObject({ code: 'E2BIG' });
    const odd = bash('', { argv: ['/bin/echo', 'a\0b'] });
    await expect(odd).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
    const left = await bash('setsid sleep 30 & echo $!');
    expect(openEnds()).toEqual([]);
    process.kill(Number(left.stdout));
  });

  test('what an earlier call left behind can not write into a later one', async () => {
    const late = 'trap "" PIPE; until [ -e go ]; do sleep 0.01; done; echo late; touch over';
    await bash(`setsid bash -c '${late}' & echo begun`);
    const results = await Promise.all(
      Array.from({ length: 40 }, () => bash('touch go; until [ -e over ]; do sleep 0.01; done')),
    );
    expect(results.map(({ stdout, stderr }) => stdout + stderr).join('')).toBe('');
  });

  test('the names are gone when the call begins', async () => {
    const { stdout } = await bash(
      'readlink /proc/$$/fd/1; ls -d "$(dirname "$(readlink /proc/$$/fd/1)")"',
    );
    expect(stdout).toMatch(/^\/\S+unattended-pipes-\w+\/\d+ \(deleted\)\n$/);
  });
});
