import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryIn, type TestRepository } from '../fakes/repository.ts';
import { look } from './scene.ts';

let repository: TestRepository;
beforeAll(() => {
  repository = repositoryIn(realpathSync(mkdtempSync(join(tmpdir(), 'refused-'))), {
    'secret/x.txt': 'PRIVATE\n',
    'src/a.ts': 'public\n',
    'docs/a.md': 'public\n',
  });
});
afterAll(() => rmSync(repository.root, { recursive: true }));

const here = (command: string) => {
  const { root } = repository;
  const isRefused = (path: string) => path.startsWith(join(root, 'secret/'));
  return look(command, { root, cwd: root, home: '/nonexistent', isRefused });
};
const read = (command: string) =>
  here(command).paths.map(({ path }) => relative(repository.root, path.path));

describe('what a rule keeps from being read', () => {
  test.each([
    'git grep PRIVATE',
    "git grep PRIVATE -- '*.txt'",
    'git grep PRIVATE secret',
    'git log -p -- .',
    'git log -p -- secret',
    'git log -L1,1:secret/x.txt',
    'git log -L 1,1:secret/x.txt',
    'git log -L :PRIVATE:secret/x.txt',
    'git diff',
    'git diff HEAD -- secret/x.txt',
    'git show',
    'rg PRIVATE',
    'rg PRIVATE .',
    'rg -uu PRIVATE',
    'grep -r PRIVATE',
    'grep -r PRIVATE --exclude-dir=.git .',
    'grep -rn PRIVATE src secret',
    'grep -r --include=*.txt PRIVATE --exclude-dir=.git',
    'cat secret/*',
  ])('is read by %s', (command) => {
    expect(read(command)).toContain('secret/x.txt');
  });

  test.each([
    'git grep public src',
    "git grep public -- ':!secret'",
    'git diff -- src docs',
    'git log -p -- src/a.ts',
    'git log -L1,1:src/a.ts',
    'git log --oneline',
    'git diff --stat',
    'git status',
    'rg public src',
    "rg -g '*.ts' public",
    'grep -rn public src docs',
    'grep -rn public --include=*.md --exclude-dir=.git .',
  ])('is left out by %s', (command) => {
    expect(read(command)).not.toContain('secret/x.txt');
    expect(here(command)).toMatchObject({ readOnly: true, unclear: undefined });
  });

  test('is not compared', () => {
    expect(here('diff -r secret docs').readOnly).toBe(false);
    expect(here('diff -r src docs').readOnly).toBe(true);
  });
});

test('a file named behind -- is read even where git has it no more', () => {
  expect(read('git log -p -- secret/gone.txt')).toContain('secret/gone.txt');
});
