import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, fstatSync, readdirSync, readSync, writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runProcess } from '../../src/base/process-group.ts';
import { realPipe } from '../../src/base/real-pipe.ts';

const linux = process.platform === 'linux';
const prlimit = existsSync('/usr/bin/prlimit');

/** How many descriptors this process may open: the soft limit. */
function limitFiles(limit: number | string): void {
  execFileSync('/usr/bin/prlimit', ['--pid', String(process.pid), `--nofile=${limit}:`]);
}

test.runIf(linux && prlimit)('short of descriptors none are made, and processes run', async () => {
  const before = execFileSync(
    '/usr/bin/prlimit',
    ['--pid', String(process.pid), '--nofile', '-o', 'SOFT', '--noheadings'],
    { encoding: 'utf8' },
  ).trim();
  const open = new Set(readdirSync('/proc/self/fd').map(Number));
  const free = Array.from({ length: 1000 }, (_, fd) => fd).filter((fd) => !open.has(fd));
  limitFiles(free[20] ?? 0);
  try {
    expect(realPipe()).toBeUndefined();
    const argv = ['/bin/sh', '-c', 'echo out; echo err >&2; exit 3'] as const;
    const result = await runProcess({ argv, cwd: '/', env: {}, timeoutMs: 20_000 });
    expect(result).toMatchObject({ exitCode: 3, stdout: 'out\n', stderr: 'err\n' });
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(open.size);
  } finally {
    limitFiles(before);
  }
});

test.runIf(linux)('each is another, for its owner only, and ends with its writer', () => {
  const pipes = Array.from({ length: 100 }, () => realPipe()).filter((pipe) => pipe !== undefined);
  expect(pipes).toHaveLength(100);
  const buffer = Buffer.alloc(16);
  for (const [index, { write }] of pipes.entries()) writeSync(write, `pipe ${index}`);
  for (const [index, { read, write }] of pipes.entries()) {
    const { mode, ino } = fstatSync(read);
    expect(mode & 0o777).toBe(0o600);
    expect(fstatSync(write).ino).toBe(ino);
    expect(buffer.toString('utf8', 0, readSync(read, buffer))).toBe(`pipe ${index}`);
    closeSync(write);
    expect(readSync(read, buffer)).toBe(0);
    closeSync(read);
  }
});
