import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layOutTree } from '../../src/github/base-tree.ts';
import { configurationSource } from '../../src/github/configuration-files.ts';
import { gitIn } from '../../src/github/git.ts';
import { MANUAL, readEvent } from '../../src/github/github-event.ts';
import { writeOver } from '../fakes/false-object.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

/** Lays out `base` as a run on a pull request does. */
function layOut(root: string, base: string): Promise<string> {
  const event = readEvent('pull_request', {
    pull_request: {
      number: 1,
      base: { ref: 'main', sha: base, repo: { full_name: 'o/r' } },
      head: { ref: 'x', sha: 'b'.repeat(40), repo: { full_name: 'o/r' } },
    },
  });
  const git = gitIn(root, { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' });
  const source = configurationSource(event, { root, start: root, home: '/nonexistent' }, git);
  return layOutTree(source, git, join(temporaryFolder(), 'base'));
}

test('hooks see the base commit, read-only, whatever the head changed', async () => {
  const repository = createRepository({
    '.github/guard.sh': '#!/bin/sh\nexit 2\n',
    'deep/er/a.txt': 'a',
  });
  chmodSync(join(repository.root, '.github/guard.sh'), 0o755);
  symlinkSync('/etc/hostname', join(repository.root, 'link'));
  const base = repository.commit('guard');
  repository.write('.github/guard.sh', '#!/bin/sh\nexit 0\n');
  repository.write('new.sh', 'evil');
  repository.commit('head');
  const hostname = statSync('/etc/hostname').mode;
  const before = repository.git('status', '--porcelain');

  const folder = await layOut(repository.root, base);

  expect(readFileSync(join(folder, '.github/guard.sh'), 'utf8')).toBe('#!/bin/sh\nexit 2\n');
  expect(statSync(join(folder, '.github/guard.sh')).mode & 0o777).toBe(0o555);
  expect(statSync(join(folder, 'deep/er/a.txt')).mode & 0o777).toBe(0o444);
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o555);
  expect(existsSync(join(folder, 'new.sh'))).toBe(false);
  expect(statSync('/etc/hostname').mode).toBe(hostname);
  expect(repository.git('status', '--porcelain')).toBe(before);
});

test('attributes are those of the base commit: the head can not have a script rewritten', async () => {
  const repository = createRepository({
    'guard.sh': '#!/bin/sh\n# $Id$\nexit 2\n',
    '.gitattributes': '*.bat text eol=crlf\n',
    'run.bat': 'echo\n',
  });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('.gitattributes', '* text eol=crlf ident\n');
  repository.write('sub/.gitattributes', '* text eol=crlf ident\n');
  repository.commit('head');
  const folder = await layOut(repository.root, base);
  expect(readFileSync(join(folder, 'guard.sh'), 'utf8')).toBe('#!/bin/sh\n# $Id$\nexit 2\n');
  expect(readFileSync(join(folder, 'run.bat'), 'utf8')).toBe('echo\r\n');
});

test('what lies below .git of the checkout changes nothing in it', async () => {
  const repository = createRepository({ 'guard.sh': '#!/bin/sh\nexit 2\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('.git/info/attributes', '* text eol=crlf working-tree-encoding=UTF-16\n');
  repository.git('config', 'core.autocrlf', 'true');
  const folder = await layOut(repository.root, base);
  expect(readFileSync(join(folder, 'guard.sh'), 'utf8')).toBe('#!/bin/sh\nexit 2\n');
});

test.each(['guard.sh', 'lib', 'lib/rules.sh'])(
  'it is not laid out where %s was written over',
  async (path) => {
    const repository = createRepository({ 'guard.sh': 'exit 2\n', 'lib/rules.sh': 'exit 2\n#\n' });
    const base = repository.git('rev-parse', 'HEAD').trim();
    repository.write('guard.sh', 'exit 0\n');
    repository.write('lib/rules.sh', 'exit 0\n#\n');
    repository.commit('head');
    const id = writeOver(repository, `${base}:${path}`, `HEAD:${path}`);
    await expect(layOut(repository.root, base)).rejects.toThrow(`The object ${id} in .git is not`);
  },
);

test('no filter is run, whatever the settings of the checkout say', async () => {
  const repository = createRepository({
    '.gitattributes': '*.sh filter=loud\n*.txt filter=a=b.c\n',
    'guard.sh': 'exit 2\n',
    'a.txt': 'a\n',
  });
  const base = repository.git('rev-parse', 'HEAD').trim();
  const ran = join(temporaryFolder(), 'ran');
  repository.git('config', 'filter.loud.smudge', `touch ${ran}; tr 2 0`);
  repository.git('config', 'filter.loud.required', 'true');
  repository.git('config', 'filter.a=b.c.process', `touch ${ran}`);
  const folder = await layOut(repository.root, base);
  expect(readFileSync(join(folder, 'guard.sh'), 'utf8')).toBe('exit 2\n');
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a\n');
  expect(existsSync(ran)).toBe(false);
});

test('a second work tree of a repository is laid out too', async () => {
  const repository = createRepository({ 'guard.sh': 'exit 2\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  const other = join(temporaryFolder(), 'other');
  repository.git('worktree', 'add', '--quiet', '-b', 'other', other);
  const folder = await layOut(other, base);
  expect(readFileSync(join(folder, 'guard.sh'), 'utf8')).toBe('exit 2\n');
});

test('the working tree is never laid out', async () => {
  const { root } = createRepository({});
  const git = gitIn(root, { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' });
  const source = configurationSource(MANUAL, { root, start: root, home: '/nonexistent' }, git);
  await expect(layOutTree(source, git, join(root, 'x'))).rejects.toThrow();
});
