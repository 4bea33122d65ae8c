import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitIn } from '../../src/github/git.ts';
import { reopenSnapshot, takeSnapshot } from '../../src/github/snapshot.ts';
import {
  createRepository,
  repositoryIn,
  type TestRepository,
  temporaryFolder,
} from '../fakes/repository.ts';

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

/** What an earlier step or the agent's commands do to a checkout so that a change is not seen. */
const HIDING: Record<string, (repository: TestRepository) => void> = {
  'another work tree': ({ git }) => git('config', 'core.worktree', temporaryFolder()),
  'a work tree that is not there': ({ git }) => git('config', 'core.worktree', '/nonexistent/x'),
  'assume-unchanged': ({ git }) => git('update-index', '--assume-unchanged', 'a.txt', 'run.sh'),
  'skip-worktree': ({ git }) => git('update-index', '--skip-worktree', 'a.txt', 'run.sh'),
  'both flags': ({ git }) => {
    git('update-index', '--assume-unchanged', 'a.txt', 'run.sh');
    git('update-index', '--skip-worktree', 'a.txt', 'run.sh');
  },
  'an exclude of the checkout': ({ write }) => write('.git/info/exclude', '*\n'),
  'a list of excludes': ({ git, write }) => {
    write('.git/hide', '*\n');
    git('config', 'core.excludesFile', '.git/hide');
  },
  'an encoding by the checkout': ({ write }) =>
    write('.git/info/attributes', '* working-tree-encoding=UTF-16\n'),
  'a conversion that must be safe': ({ git }) => {
    git('config', 'core.autocrlf', 'input');
    git('config', 'core.safecrlf', 'true');
  },
  'modes that do not count': ({ git }) => git('config', 'core.fileMode', 'false'),
  'a sparse checkout': ({ git, write }) => {
    write('.git/info/sparse-checkout', '/nothing\n');
    git('config', 'core.sparseCheckout', 'true');
  },
  'a split index': ({ git }) => git('update-index', '--split-index'),
  'an index of nothing': ({ write }) => write('.git/index', 'nothing'),
};

const isBroken = (name: string) => name === 'an index of nothing';

test.each(Object.keys(HIDING))('%s hides nothing, made before or during the run', async (name) => {
  for (const when of isBroken(name) ? ['before'] : ['before', 'during']) {
    const repository = createRepository({ 'a.txt': 'a\n', 'run.sh': 'x\n', 'same.txt': 's\n' });
    const { root } = repository;
    const hide = HIDING[name] as (repository: TestRepository) => void;
    if (when === 'before') hide(repository);
    const folder = temporaryFolder();
    const git = gitIn(root, environment);
    const snapshot = await takeSnapshot(git, root, folder);
    repository.write('a.txt', 'changed\r\nhere\n');
    repository.write('new.txt', 'n\n');
    chmodSync(join(root, 'run.sh'), 0o755);
    if (when === 'during') hide(repository);
    const expected = ['a.txt', 'new.txt', 'run.sh'];
    if (isBroken(name)) {
      await expect(snapshot.changedFiles(), when).rejects.toThrow('index');
      continue;
    }
    expect(
      (await snapshot.changedFiles()).map(({ path }) => path),
      when,
    ).toEqual(expected);
    expect(await snapshot.trees()).toMatchObject({ unread: [], failure: undefined });
    const again = await reopenSnapshot(git, root, folder);
    expect(
      (await again?.changedFiles())?.map(({ path }) => path),
      when,
    ).toEqual(expected);
  }
});

test('attributes that make git fail at a file hide no change, and are told', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  const { root } = repository;
  const snapshot = await takeSnapshot(gitIn(root, environment), root, temporaryFolder());
  repository.write('.gitattributes', '*.txt working-tree-encoding=UTF-16\n');
  repository.write('a.txt', 'abc');
  const paths = (await snapshot.changedFiles()).map(({ path }) => path);
  expect(paths).toEqual(['.gitattributes', 'a.txt']);
  expect((await snapshot.trees()).failure).toContain('UTF-16');
});

test('what git can not take is named as changed, unless it stands as it stood', async () => {
  const repository = createRepository({ 'a.txt': 'a\n', 'pipe.txt': 'p\n' });
  const { root } = repository;
  const git = gitIn(root, environment);
  // A repository without a commit is nothing that git could point to.
  repository.git('init', '--quiet', 'old');
  const folder = temporaryFolder();
  const snapshot = await takeSnapshot(git, root, folder);
  expect(await snapshot.changedFiles()).toEqual([]);
  repository.write('a.txt', 'b\n');
  repository.git('init', '--quiet', 'new');
  rmSync(join(root, 'pipe.txt'));
  execFileSync('/usr/bin/env', ['mkfifo', join(root, 'pipe.txt')]);
  const changed = async () => (await snapshot.changedFiles()).map(({ path }) => path);
  expect(await changed()).toEqual(['a.txt', 'new/', 'pipe.txt']);
  expect((await snapshot.trees()).unread).toEqual(['new/', 'pipe.txt']);
  repository.write('old/more.txt', '22');
  expect(await changed()).toEqual(['a.txt', 'new/', 'old/', 'pipe.txt']);
  const again = await reopenSnapshot(git, root, folder);
  expect((await again?.trees())?.unread.toSorted()).toEqual(['new/', 'old/', 'pipe.txt']);
});

test('sees an ignored file that is tracked since', async () => {
  const repository = createRepository({ '.gitignore': 'out/\n' });
  const { root } = repository;
  const snapshot = await takeSnapshot(gitIn(root, environment), root, temporaryFolder());
  repository.write('out/a.js', 'a');
  repository.write('out/b.js', 'b');
  repository.git('add', '--force', 'out/a.js');
  expect((await snapshot.changedFiles()).map(({ path }) => path)).toEqual(['out/a.js']);
});

test('a look into a repository within this one runs none of its programs, and sees its commits', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  const inner = repositoryIn(mkdirIn(repository, 'inner'), { 'f.txt': 'f\n' });
  repository.commit('with a repository in it');
  const ran = join(temporaryFolder(), 'ran');
  inner.git('config', 'filter.x.clean', `touch ${ran}; cat`);
  inner.git('config', 'core.fsmonitor', `touch ${ran}; true`);
  inner.write('.gitattributes', '* filter=x\n');
  inner.write('f.txt', 'g\n');
  const git = gitIn(repository.root, environment);
  const snapshot = await takeSnapshot(git, repository.root, temporaryFolder());
  inner.write('f.txt', 'h\n');
  expect(await snapshot.changedFiles()).toEqual([]);
  expect(existsSync(ran)).toBe(false);

  inner.git('commit', '--quiet', '--allow-empty', '-m', 'more');
  expect(await snapshot.changedFiles()).toEqual([
    { path: 'inner', status: 'modified', added: 1, removed: 1 },
  ]);
  rmSync(inner.root, { recursive: true });
  expect(await snapshot.changedFiles()).toMatchObject([{ path: 'inner', status: 'deleted' }]);
  repository.write('inner', 'a file now');
  expect(await snapshot.changedFiles()).toMatchObject([{ path: 'inner' }]);
});

function mkdirIn({ root }: TestRepository, name: string): string {
  const path = join(root, name);
  mkdirSync(path);
  return path;
}
