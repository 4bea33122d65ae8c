import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layOutTree } from '../../src/github/base-tree.ts';
import { configurationSource } from '../../src/github/configuration-files.ts';
import { gitIn } from '../../src/github/git.ts';
import { MANUAL, readEvent } from '../../src/github/github-event.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

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
  const event = readEvent('pull_request', {
    pull_request: {
      number: 1,
      base: { ref: 'main', sha: base, repo: { full_name: 'o/r' } },
      head: { ref: 'x', sha: 'b'.repeat(40), repo: { full_name: 'o/r' } },
    },
  });
  const git = gitIn(repository.root, { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' });
  const place = { root: repository.root, start: repository.root, home: '/nonexistent' };
  const hostname = statSync('/etc/hostname').mode;
  const before = repository.git('status', '--porcelain');

  const folder = await layOutTree(
    configurationSource(event, place, git),
    git,
    join(temporaryFolder(), 'base'),
  );

  expect(readFileSync(join(folder, '.github/guard.sh'), 'utf8')).toBe('#!/bin/sh\nexit 2\n');
  expect(statSync(join(folder, '.github/guard.sh')).mode & 0o777).toBe(0o555);
  expect(statSync(join(folder, 'deep/er/a.txt')).mode & 0o777).toBe(0o444);
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o555);
  expect(existsSync(join(folder, 'new.sh'))).toBe(false);
  expect(statSync('/etc/hostname').mode).toBe(hostname);
  expect(repository.git('status', '--porcelain')).toBe(before);
});

test('the working tree is never laid out', async () => {
  const { root } = createRepository({});
  const git = gitIn(root, { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' });
  const source = configurationSource(MANUAL, { root, start: root, home: '/nonexistent' }, git);
  await expect(layOutTree(source, git, join(root, 'x'))).rejects.toThrow();
});
