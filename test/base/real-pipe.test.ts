import { closeSync, fstatSync, readSync, writeSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { runProcess } from '../../src/base/process-group.ts';
import { realPipe } from '../../src/base/real-pipe.ts';

const folder = process.env['TMPDIR'];
afterEach(() => {
  if (folder === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = folder;
});

const linux = process.platform === 'linux';

test('without a folder to make them in there are none, and processes still run', async () => {
  process.env['TMPDIR'] = '/dev/null/nowhere';
  expect(realPipe()).toBeUndefined();
  const result = await runProcess({
    argv: ['/bin/sh', '-c', 'echo out; echo err >&2; exit 3'],
    cwd: '/',
    env: {},
    timeoutMs: 20_000,
  });
  expect(result).toMatchObject({ exitCode: 3, stdout: 'out\n', stderr: 'err\n' });
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
