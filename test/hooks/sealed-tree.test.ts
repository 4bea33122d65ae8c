import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sealTree } from '../../src/hooks/sealed-tree.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { commandHook, hooksIn, preToolUse } from './hooks-in.ts';

/** A folder as `layOutTree` leaves it: nothing in it is writable. */
function laidOut(): string {
  const folder = join(temporaryFolder(), 'base');
  mkdirSync(join(folder, 'ci'), { recursive: true });
  writeFileSync(join(folder, 'ci/guard.sh'), 'exit 2\n');
  symlinkSync('ci/guard.sh', join(folder, 'guard'));
  chmodSync(join(folder, 'ci/guard.sh'), 0o444);
  nextTick(join(folder, 'ci/guard.sh'));
  return folder;
}

/** Returns when the file system's clock has moved on: no code that a call runs is there before. */
function nextTick(path: string): void {
  const { ctimeNs } = statSync(path, { bigint: true });
  const probe = join(temporaryFolder(), 'probe');
  do writeFileSync(probe, '');
  while (statSync(probe, { bigint: true }).ctimeNs <= ctimeNs);
}

/** What code that a call may run could do between two hooks. */
const ATTACKS: readonly [what: string, attack: (folder: string) => void][] = [
  [
    'a script rewritten with its size, mode and time put back',
    (folder) => {
      const path = join(folder, 'ci/guard.sh');
      const { atime, mtime } = statSync(path);
      chmodSync(path, 0o644);
      writeFileSync(path, 'exit 0\n');
      chmodSync(path, 0o444);
      utimesSync(path, atime, mtime);
    },
  ],
  ['a mode', (folder) => chmodSync(join(folder, 'ci/guard.sh'), 0o644)],
  ['an entry added', (folder) => writeFileSync(join(folder, 'ci/lib.sh'), '')],
  ['an entry removed', (folder) => rmSync(join(folder, 'ci/guard.sh'))],
  [
    'a link turned',
    (folder) => {
      rmSync(join(folder, 'guard'));
      symlinkSync('/bin/true', join(folder, 'guard'));
    },
  ],
  [
    'the whole folder replaced by a copy',
    (folder) => {
      cpSync(folder, `${folder}.new`, { recursive: true, preserveTimestamps: true });
      renameSync(folder, `${folder}.old`);
      renameSync(`${folder}.new`, folder);
    },
  ],
  ['the whole folder removed', (folder) => rmSync(folder, { recursive: true })],
];

describe('a broken seal', () => {
  test.each(ATTACKS)('%s', async (_what, attack) => {
    const folder = laidOut();
    const verify = await sealTree(folder);
    await verify();
    attack(folder);
    await expect(verify()).rejects.toThrow(
      `The hook scripts in ${folder} were changed while the job ran`,
    );
  });

  test('the first entry that changed is named', async () => {
    const folder = laidOut();
    const verify = await sealTree(folder);
    chmodSync(join(folder, 'ci/guard.sh'), 0o644);
    await expect(verify()).rejects.toThrow('(ci/guard.sh); nothing is allowed by them any more.');
  });
});

test('reading and running the scripts breaks no seal', async () => {
  const folder = laidOut();
  const verify = await sealTree(folder);
  expect(readFileSync(join(folder, 'guard'), 'utf8')).toBe('exit 2\n');
  await verify();
  await verify();
});

test('no hook is run once the seal is broken', async () => {
  const folder = laidOut();
  const ran = join(temporaryFolder(), 'ran');
  const command = `echo x >> ${ran}`;
  const hooks = hooksIn(
    folder,
    { PreToolUse: [{ matcher: 'Bash', hooks: [commandHook(command, { onFailure: 'continue' })] }] },
    { verifyScripts: await sealTree(folder) },
    { directory: folder },
  );
  const call = (toolName: string) => preToolUse(folder, hooks, { toolName });
  expect((await call('Bash')).decision).toBe('none');
  chmodSync(join(folder, 'ci/guard.sh'), 0o644);
  await expect(call('Bash')).rejects.toThrow('were changed while the job ran');
  expect(readFileSync(ran, 'utf8')).toBe('x\n');
  expect((await call('Read')).decision).toBe('none');
});
