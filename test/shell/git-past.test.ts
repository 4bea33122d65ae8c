import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitFoldersOf } from '../../src/shell/git-folders.ts';
import { GitNames } from '../../src/shell/git-names.ts';
import { repositoryIn, type TestRepository } from '../fakes/repository.ts';
import { look } from './scene.ts';

let repository: TestRepository;
let blob = '';
beforeAll(() => {
  repository = repositoryIn(realpathSync(mkdtempSync(join(tmpdir(), 'past-'))), {
    '.env': 'TOP=1\n',
    'secret/x.txt': 'PRIVATE\n',
    'src/a.ts': 'one\n',
  });
  const { git, write, commit } = repository;
  blob = git('rev-parse', 'HEAD:.env').trim();
  git('tag', '-a', '-m', 'one', 'v1');
  git('tag', 'blob', blob);
  git('branch', 'base');
  git('rm', '-rq', '.env', 'secret');
  git('commit', '-qm', 'two');
  write('src/a.ts', 'two\n');
  commit('three');
  git('branch', 'three');
  write('src/b.ts', 'b\n');
  commit('four');
  git('checkout', '-q', '-b', 'topic', 'three');
  write('src/c.ts', 'c\n');
  commit('five');
});
afterAll(() => rmSync(repository.root, { recursive: true }));

const here = (command: string) => {
  const { root } = repository;
  const isRefused = (path: string) => path.startsWith(join(root, 'secret/'));
  return look(command.replaceAll('BLOB', blob).replaceAll('SHORT', blob.slice(0, 7)), {
    root,
    cwd: root,
    home: '/nonexistent',
    isRefused,
  });
};
const read = (command: string) =>
  here(command).paths.map(({ path }) => relative(repository.root, path.path));

const DELETED = [
  'git diff HEAD~3',
  'git diff base',
  'git diff base HEAD',
  'git diff base..topic',
  'git diff v1...topic',
  'git diff base -- .',
  'git show HEAD~2',
  'git show topic^^',
  'git log -p',
  'git log -p -3',
  'git log -p base..',
  'git log -p main topic',
  'git log -p ^v1 topic',
  'git log -p --follow -- src/a.ts',
  'git log -p --all',
  'git log -p -- secret .env',
  'git log -STOP',
  'git grep TOP HEAD~3',
  'git grep TOP v1',
  'git diff-tree -p HEAD~2',
  'git range-diff base..three base..topic',
];

describe.each(['loose', 'packed'])('what is gone from the work tree (%s objects)', (form) => {
  beforeAll(() => {
    if (form === 'packed') repository.git('gc', '-q', '--prune=now');
  });

  test.each(DELETED)('is read by %s', (command) => {
    expect(here(command).readOnly).toBe(false);
    expect(here(command).unclear).toMatch(/may print/);
    expect(read(command).some((path) => /^(?:\.env|secret\/x\.txt)$/.test(path))).toBe(true);
  });

  test.each([
    'git diff',
    'git diff HEAD',
    'git diff --cached',
    'git diff HEAD~1',
    'git diff three...topic',
    'git diff main...HEAD',
    'git diff main...HEAD -- src',
    'git diff base...topic -- src',
    'git diff base -- src',
    'git diff --stat base',
    'git log',
    'git log --oneline',
    'git log -p -1',
    'git log -p -n 1 --oneline',
    'git log -p three..topic',
    'git log -p main...topic',
    'git log -p -- src/a.ts',
    'git log -p base.. -- src',
    'git log -p -- src',
    'git show',
    'git show HEAD',
    'git show --stat HEAD~2',
    'git show v1:src/a.ts',
    'git show --stat v1',
    'git show HEAD^{tree}',
    'git status',
    'git blame src/a.ts',
    'git show HEAD:src/a.ts',
    'git grep one HEAD',
    'git grep -n one HEAD~1 -- src',
    'git grep -e one three',
    'git cat-file -p HEAD',
    'git cat-file -p v1',
    'git cat-file -p HEAD:src/a.ts',
    'git cat-file -t BLOB',
    'git diff HEAD~1 HEAD -- src/a.ts',
  ])('is left out by %s', (command) => {
    expect(here(command)).toMatchObject({ readOnly: true, unclear: undefined });
  });

  test.each([
    'git cat-file -p BLOB',
    'git cat-file -p SHORT',
    'git cat-file blob BLOB',
    'git show BLOB',
    'git show -s BLOB',
    'git show SHORT -- src/a.ts',
    'git show --stat BLOB',
    'git show blob',
    'git show HEAD BLOB',
    'git diff BLOB src/a.ts',
    'git diff BLOB blob',
    'git grep TOP BLOB',
    'git log -p --stdin -- src/a.ts < src/a.ts',
    'git show --stdin < src/a.ts',
    'git cat-file --batch < src/a.ts',
    'git grep X HEAD~3:secret',
    'git show 1234567',
    'git diff nowhere',
    'git log -p :/one',
    'git fetch origin x && git show FETCH_HEAD',
    'git fetch && git diff main...HEAD',
    'git checkout base && git log -p -1',
  ])('is not shown by its id: %s', (command) => {
    expect(here(command).readOnly).toBe(false);
  });

  test.each([
    'git fetch && git diff main...HEAD',
    'git checkout base && git log -p -1',
    'git stash pop; git diff',
  ])('what is there later is not known now: %s', (command) => {
    expect(here(command).unclear).toMatch(/not known/);
  });
  test.each(['git fetch && git log --oneline', 'git checkout base && git diff -- src/a.ts'])(
    'what prints nothing, or one file, is plain: %s',
    (command) => {
      expect(here(command).unclear).toBeUndefined();
    },
  );

  test.each([
    'git log -p --stdin -- src/a.ts < src/a.ts',
    'git show --stdin -- src/a.ts < src/a.ts',
    'git cat-file --batch < src/a.ts',
    'git cat-file --batch-command < src/a.ts',
  ])('what input chooses is not known: %s', (command) => {
    expect(here(command).unclear).toMatch(/not known/);
  });

  test('each is named for the rule', () => {
    expect(read('git show HEAD~1^ base')).toEqual(expect.arrayContaining(['.env', 'secret/x.txt']));
    expect(read('git diff base')).toEqual(expect.arrayContaining(['.env', 'secret/x.txt']));
  });

  test('the names are those that git tells', () => {
    const { root, git } = repository;
    const names = new GitNames(root, gitFoldersOf(root));
    const told = (...args: string[]) =>
      git(...args)
        .split('\n')
        .filter(Boolean)
        .sort();
    const options = { options: [], count: Number.POSITIVE_INFINITY };
    const of = (command: string, ...revisions: string[]) =>
      [...new Set(names.printed({ command, revisions, ...options }))].sort();
    for (const [one, other] of [
      ['base', 'topic'],
      ['main', 'topic'],
      ['v1', 'main'],
    ] as const) {
      expect(of('diff', one, other)).toEqual(told('diff', '--name-only', one, other));
      expect(of('log', `${one}..${other}`)).toEqual([
        ...new Set(told('log', '--format=', '--name-only', `${one}..${other}`)),
      ]);
    }
    expect(of('log')).toEqual([...new Set(told('log', '--format=', '--name-only'))]);
    expect(of('grep', 'v1')).toEqual(told('ls-tree', '-r', '--name-only', 'v1'));
    expect(spawnSync('git', ['fsck'], { cwd: root }).status).toBe(0);
  });
});
