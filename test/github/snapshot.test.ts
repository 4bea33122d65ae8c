import { chmodSync, existsSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitIn } from '../../src/github/git.ts';
import { takeSnapshot } from '../../src/github/snapshot.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };

test('sees edits, new and deleted files, and commits made since, but not what was there before', async () => {
  const repository = createRepository({
    'kept.txt': 'same\n',
    'edited.txt': 'one\ntwo\n',
    'gone.txt': 'x\n',
    'committed.txt': 'old\n',
    '.gitignore': 'ignored/\n',
  });
  repository.write('dirty-before.txt', 'the user was here\n');
  const folder = temporaryFolder();
  const snapshot = await takeSnapshot(gitIn(repository.root, environment), repository.root, folder);

  repository.write('edited.txt', 'one\n2\nthree\n');
  repository.write('ignored/build.js', 'x');
  repository.write('dir/new äé.bin', Buffer.from([0, 1, 2]));
  rmSync(join(repository.root, 'gone.txt'));
  repository.write('committed.txt', 'new\n');
  repository.commit('by the agent');

  expect(await snapshot.changedFiles()).toEqual([
    { path: 'committed.txt', status: 'modified', added: 1, removed: 1 },
    { path: 'dir/new äé.bin', status: 'added', added: undefined, removed: undefined },
    { path: 'edited.txt', status: 'modified', added: 2, removed: 1 },
    { path: 'gone.txt', status: 'deleted', added: 0, removed: 1 },
  ]);
  expect(await snapshot.diff()).toContain('-two\n+2\n+three\n');
});

test('sees a change of the same size in the same second', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  const at = (path: string) => join(repository.root, path);
  // Nobody can set the time of the last change of a file's data about itself.
  repository.git('config', 'core.trustctime', 'false');
  const second = new Date('2026-01-02T03:04:05Z');
  utimesSync(at('a.txt'), second, second);
  repository.git('update-index', '--refresh');
  utimesSync(at('.git/index'), second, second);
  const git = gitIn(repository.root, environment);
  const snapshot = await takeSnapshot(git, repository.root, temporaryFolder());
  repository.write('a.txt', 'b\n');
  utimesSync(at('a.txt'), second, second);
  expect((await snapshot.changedFiles()).map((file) => file.path)).toEqual(['a.txt']);
});

test('leaves the repository as it found it', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  repository.write('untracked.txt', 'u\n');
  const status = () => repository.git('status', '--porcelain=v2', '--branch');
  const before = status();
  const objects = repository.git('count-objects', '-v');
  const snapshot = await takeSnapshot(
    gitIn(repository.root, environment),
    repository.root,
    temporaryFolder(),
  );
  await snapshot.changedFiles();
  expect(status()).toBe(before);
  expect(repository.git('count-objects', '-v')).toBe(objects);
});

test('works in a repository without a commit', async () => {
  const repository = createRepository({});
  repository.git('update-ref', '-d', 'HEAD');
  const snapshot = await takeSnapshot(
    gitIn(repository.root, environment),
    repository.root,
    temporaryFolder(),
  );
  repository.write('first.txt', '1\n');
  expect(await snapshot.changedFiles()).toEqual([
    { path: 'first.txt', status: 'added', added: 1, removed: 0 },
  ]);
});

test('starts no program that the repository names', async () => {
  const attributes = '* diff=evil filter=evil\n';
  const repository = createRepository({ 'a.txt': 'a\n', '.gitattributes': attributes });
  const canary = join(temporaryFolder(), 'canary');
  const program = join(temporaryFolder(), 'evil.sh');
  repository.write('.git/hooks/post-index-change', `#!/bin/sh\ntouch ${canary}\n`);
  chmodSync(join(repository.root, '.git/hooks/post-index-change'), 0o755);
  repository.git('config', 'core.fsmonitor', `touch ${canary} #`);
  repository.git('config', 'diff.evil.command', `touch ${canary} #`);
  repository.git('config', 'diff.evil.textconv', `${program} #`);
  repository.git('config', 'filter.evil.clean', `touch ${canary}; cat #`);
  repository.git('config', 'filter.evil.required', 'true');
  const snapshot = await takeSnapshot(
    gitIn(repository.root, environment),
    repository.root,
    temporaryFolder(),
  );
  repository.write('a.txt', 'b\n');
  expect(await snapshot.diff()).toContain('+b');
  expect(existsSync(canary)).toBe(false);
});
