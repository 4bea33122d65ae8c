import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify } from '../../src/shell/classify.ts';
import { repositoryNamesProgram } from '../../src/shell/git-config.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const isSilent = (root: string, command = 'git diff') =>
  classify(command, { cwd: root, home: '/nonexistent', root }).readOnly;

describe('git is silent in a repository as checkouts leave it', () => {
  test('as git init and the checkout action write it', () => {
    const { root, git } = createRepository({});
    git('remote', 'add', 'origin', 'https://github.com/octo/app');
    git('config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic xxx');
    git('config', 'branch.main.merge', 'refs/heads/main');
    git('config', 'gc.auto', '0');
    // What the Bash tool overrides for such commands may be set: husky does.
    git('config', 'core.hooksPath', '.husky');
    expect(isSilent(root)).toBe(true);
  });

  test('with an include that is as plain, without a repository, in a work tree beside', () => {
    const { root, git } = createRepository({});
    writeFileSync(join(root, '.git/extra'), '[user]\n\tname = Mona ; a comment\n');
    git('config', 'include.path', 'extra');
    git('config', 'includeIf.gitdir:/x.path', join(root, '.git/missing'));
    expect(isSilent(root)).toBe(true);
    const beside = join(temporaryFolder(), 'beside');
    git('worktree', 'add', '-q', beside);
    expect(isSilent(beside)).toBe(true);
    expect(isSilent(temporaryFolder())).toBe(true);
  });
});

describe('and is not where a program is named', () => {
  test.each([
    'diff.external',
    'diff.evil.command',
    'diff.evil.textconv',
    'filter.evil.clean',
    'filter.evil.smudge',
    'filter.evil.process',
    'merge.evil.driver',
    'interactive.diffFilter',
    'trailer.x.command',
    'trailer.x.cmd',
    'remote.origin.uploadpack',
    'remote.origin.vcs',
    'uploadpack.packObjectsHook',
    'submodule.x.update',
    'core.gitProxy',
    'core.worktree',
    'alias.status',
    'gpg.ssh.defaultKeyCommand',
    'difftool.x.cmd',
    'something.thatComesLater',
  ])('%s', (key) => {
    const { root, git } = createRepository({});
    git('config', key, 'touch canary');
    expect(isSilent(root)).toBe(false);
    expect(isSilent(root, 'ls')).toBe(true);
  });

  test.each([
    ['a header and a key in one line', '[diff "x"] command = evil\n'],
    ['capitals', '[DIFF "x"]\n\tTextConv = evil\n'],
    ['the old form of a subsection', '[diff.x]\n\tcommand = evil\n'],
    ['a bracket in the name', '[diff "a]b\\"c"]\n\tcommand = evil\n'],
    ['a byte-order mark', '\uFEFF[diff "x"]\n\tcommand = evil\n'],
    ['an include of itself', '[include]\n\tpath = config\n'],
    ['an include from the home folder', '[include]\n\tpath = ~/x\n'],
    ['what is no configuration', 'hello world\n'],
    ['a header that does not end', '[diff "x\n\tcommand = evil\n'],
  ])('written with %s', (_how, text) => {
    const { root } = createRepository({});
    writeFileSync(join(root, '.git/config'), text);
    expect(isSilent(root)).toBe(false);
  });

  test('in an include, in the configuration of a work tree, in a repository inside', () => {
    const { root, git } = createRepository({ 'sub/a': '' });
    writeFileSync(join(root, '.git/extra'), '[diff "x"]\n\ttextconv = evil\n');
    git('config', 'include.path', 'extra');
    expect(isSilent(root)).toBe(false);
    git('config', '--unset', 'include.path');
    writeFileSync(join(root, '.git/config.worktree'), '[diff]\n\texternal = evil\n');
    expect(isSilent(root)).toBe(false);

    const outer = createRepository({ 'sub/a': '' });
    outer.git('init', '-q', 'sub');
    outer.git('-C', 'sub', 'config', 'diff.external', 'evil');
    expect(repositoryNamesProgram(outer.root)).toBe(false);
    const inside = join(outer.root, 'sub');
    expect(classify('git diff', { cwd: inside, home: '/x', root: outer.root }).readOnly).toBe(
      false,
    );
  });
});

test('whatever git itself reads as a program, we see', () => {
  const { root, git } = createRepository({});
  const name = fc.stringMatching(/^[a-z ."\\\]-]{1,8}$/);
  fc.assert(
    fc.property(name, fc.constantFrom('command', 'textconv', 'COMMAND'), (sub, key) => {
      writeFileSync(join(root, '.git/config'), '[core]\n\tbare = false\n');
      git('config', `diff.${sub}.${key}`, 'evil');
      expect(repositoryNamesProgram(root)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test.each([
  ['ex"tra"', 'quotes'],
  ['ex\\\\tra', 'an escape'],
  ['extra#no', 'a comment'],
  ['ext\\\n[user]\n\tname = x', 'a second line'],
])('an include whose name %s is written with %s is not followed, so git is not silent', (path) => {
  const { root } = createRepository({});
  writeFileSync(join(root, '.git/config'), `[include]\n\tpath = ${path}\n`);
  expect(isSilent(root)).toBe(false);
});

test('a bare repository in the folder or above it is not silent', () => {
  const { root } = createRepository({});
  mkdirSync(join(root, 'bare/inner'), { recursive: true });
  for (const name of ['objects', 'refs']) mkdirSync(join(root, 'bare', name));
  expect(repositoryNamesProgram(join(root, 'bare/inner'))).toBe(false);
  writeFileSync(join(root, 'bare/HEAD'), 'ref: refs/heads/main\n');
  expect(repositoryNamesProgram(join(root, 'bare/inner'))).toBe(true);
  expect(repositoryNamesProgram(root)).toBe(false);
});
