import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryIn, type TestRepository } from '../fakes/repository.ts';
import { look } from './scene.ts';

let repository: TestRepository;
beforeAll(() => {
  repository = repositoryIn(realpathSync(mkdtempSync(join(tmpdir(), 'git-files-'))), {
    'secret/x.txt': 'PRIVATE\n',
    'src/a.ts': 'public\n',
  });
  const { root, git } = repository;
  writeFileSync(join(root, 'secret/x.txt'), 'OTHER\n');
  writeFileSync(join(root, 'a.patch'), git('diff'));
  writeFileSync(join(root, 'quoted.patch'), 'diff --git "a/\\303" "b/\\303"\n');
  writeFileSync(
    join(root, 'mode.patch'),
    'diff --git a/secret/x.txt b/secret/x.txt\nold mode 100644\n',
  );
  writeFileSync(join(root, 'moved.patch'), 'rename from src/a.ts\nrename to secret/x.txt\n');
});
afterAll(() => rmSync(repository.root, { recursive: true }));

const here = (command: string) =>
  look(command, { root: repository.root, cwd: repository.root, home: '/nonexistent' });
const touched = (command: string) =>
  here(command).paths.map(
    ({ access, path }) => `${access} ${relative(repository.root, path.path)}`,
  );

describe('files that git is told of', () => {
  test.each([
    'git commit -F secret/x.txt',
    'git commit -aF secret/x.txt',
    'git commit -Fsecret/x.txt',
    'git commit --file=secret/x.txt',
    'git commit --template secret/x.txt',
    'git add --pathspec-from-file=secret/x.txt',
    'git tag -F secret/x.txt v1',
    'git tag --file=secret/x.txt v1',
    'git merge -F secret/x.txt other',
    'git notes add -F secret/x.txt',
    'git blame --contents secret/x.txt src/a.ts',
    'git blame -S secret/x.txt src/a.ts',
    'git blame --ignore-revs-file=secret/x.txt src/a.ts',
    'git config -f secret/x.txt -l',
    'git config --file=secret/x.txt a.b',
    'git config --blob=HEAD:secret/x.txt -l',
    'git ls-files -o -X secret/x.txt',
    'git hash-object -w secret/x.txt',
    'git apply --stat secret/x.txt',
    'git am secret/x.txt',
    'git interpret-trailers secret/x.txt',
    'git merge-file -p secret/x.txt src/a.ts src/a.ts',
    'git difftool --no-index secret/x.txt src/a.ts',
    'git -C . commit -F secret/x.txt',
  ])('are read: %s', (command) => {
    expect(touched(command)).toContain('read secret/x.txt');
  });

  test.each([
    'git checkout HEAD~1 secret',
    'git checkout secret/x.txt',
    "git checkout HEAD~1 -- ':(glob)**/*.txt'",
    "git checkout HEAD~1 -- '*.txt'",
    'git checkout HEAD~1 --pathspec-from-file=list',
    "git restore --source=HEAD~1 -- ':(icase)SECRET'",
    "git rm -r -- ':(icase)SECRET'",
    "git rm '*.txt'",
    'git rm --pathspec-from-file=list',
    'git apply a.patch',
    'git apply --check a.patch && git apply a.patch',
    'git apply --stat --apply a.patch',
    'git apply mode.patch',
    'git apply moved.patch',
    'git am a.patch',
    'git merge-file secret/x.txt src/a.ts src/a.ts',
    'git interpret-trailers --in-place secret/x.txt',
    'git mailinfo secret/x.txt b',
    'git config -f secret/x.txt a.b c',
    'git checkout-index -f secret/x.txt',
    'git format-patch -o secret/x.txt -1',
    'git worktree add secret/x.txt HEAD',
    'git clone . secret/x.txt',
    'git clone --separate-git-dir=secret/x.txt . c',
    'git init secret/x.txt',
    'git submodule add ./a secret/x.txt',
    'git bugreport -o secret/x.txt',
  ])('are written: %s', (command) => {
    expect(touched(command)).toContain('write secret/x.txt');
  });

  test('git apply -p and --directory move what a patch names', () => {
    expect(touched('git apply -p2 a.patch')).toContain('write x.txt');
    expect(touched('git apply --directory=src a.patch')).toContain('write src/secret/x.txt');
  });

  test.each([
    'git apply',
    'git am',
    'git apply quoted.patch',
    'git apply a.patch quoted.patch',
    'curl -o a.patch https://a.example && git apply a.patch',
    'cd "$X" && git apply a.patch',
  ])('are not known beforehand: %s', (command) => {
    expect(here(command).unclear).toBeDefined();
  });

  test.each([
    'git checkout main',
    'git checkout -b topic/x.y',
    'git switch main',
    'git apply --check a.patch',
    'git am --abort',
  ])('are none: %s', (command) => {
    expect(touched(command).filter((one) => one.startsWith('write'))).toEqual([]);
    expect(here(command).unclear).toBeUndefined();
  });
});
