import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endWithTest } from './end-with-test.ts';
import { temporaryFolder } from './repository.ts';

const started: number[] = [];

/** A process that is dead and only waits for its parent to notice does not run. */
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
}

test.fails('a test that fails while its job goes on', async () => {
  const temporary = temporaryFolder();
  mkdirSync(join(temporary, 'unattended', 'a-run'), { recursive: true });
  // One child in the group, and one that has left it.
  const child = spawn('bash', ['-c', 'sleep 600 & setsid sleep 600 & echo $! ; echo $$; wait'], {
    env: { ...process.env, UNATTENDED_RUN: 'a-run' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  endWithTest(child, temporary);
  let told = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    told += text;
    if (told.split('\n').length === 3) break;
  }
  started.push(...told.trim().split('\n').map(Number));
  expect(started.map(isRunning)).toEqual([false, false]);
});

test('leaves nothing of it behind', async () => {
  expect(started).toHaveLength(2);
  await expect.poll(() => started.map(isRunning)).toEqual([false, false]);
});
