import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oddNode } from '../fakes/odd-node.ts';
import { calls, type Ended, expectTold, play } from './ended-job.ts';

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
