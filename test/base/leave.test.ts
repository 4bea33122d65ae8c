import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';

const LEAVE = pathToFileURL(join(import.meta.dirname, '../../src/base/leave.ts')).href;

/** Ends a process after `work`, given the path of a folder; it is killed where it stays. */
function ended(work: string, end: string, folder = temporaryFolder()) {
  const script = `
    import { promises, writeFile } from 'node:fs';
    import { leave, leaveNow } from ${JSON.stringify(LEAVE)};
    const folder = ${JSON.stringify(folder)};
    ${work}
    ${end}`;
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' },
  );
  return { status, signal, stderr };
}

describe.runIf(typeof process.execve === 'function')('a process that leaves', () => {
  test.each(['leave(3)', 'leaveNow(3)'])('does so although a pipe holds it: %s', (end) => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const work = `void promises.readFile(folder + '/pipe');`;
    expect(ended(work, end, folder)).toEqual({ status: 3, signal: null, stderr: '' });
  });

  test('is done with what it writes', () => {
    const folder = temporaryFolder();
    const work = `writeFile(folder + '/a', 'x'.repeat(1e7), () => {});`;
    expect(ended(work, 'leave(1)', folder).status).toBe(1);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toHaveLength(1e7);
  });
});

test.each([
  ['leaveNow(3)', true, 3],
  ['process.exit(0)', false, 0],
])('who listens for the end is told whether it is meant (%s)', (end, isMeant, status) => {
  const work = `
    import { isLeaving } from ${JSON.stringify(LEAVE)};
    process.on('exit', () => process.stderr.write(String(isLeaving())));`;
  expect(ended(work, end)).toEqual({ status, signal: null, stderr: String(isMeant) });
});
