import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPolicy } from '../../src/action/load-policy.ts';
import { configurationSource, readFromWorkingTree } from '../../src/github/configuration-files.ts';
import { gitIn } from '../../src/github/git.ts';
import { MANUAL, readEvent } from '../../src/github/github-event.ts';
import { writeOver } from '../fakes/false-object.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };

const pullRequest = (base: string, head = 'b'.repeat(40)) =>
  readEvent('pull_request', {
    pull_request: {
      number: 1,
      base: { ref: 'main', sha: base, repo: { full_name: 'o/r' } },
      head: { ref: 'x', sha: head, repo: { full_name: 'o/r' } },
    },
  });

function sourceFor(root: string, event: ReturnType<typeof readEvent>, eventCommit?: string) {
  return configurationSource(
    event,
    { root, start: root, home: '/nonexistent', eventCommit },
    gitIn(root, environment),
  );
}

test('on a pull request the base commit is read, whatever the head says', async () => {
  const repository = createRepository({ 'ci/policy.yml': 'base\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('ci/policy.yml', 'default: allow\n');
  repository.write('ci/new.yml', 'from the head\n');
  repository.commit('hostile');
  const source = sourceFor(repository.root, pullRequest(base));
  expect(source.from).toBe(`base commit ${base.slice(0, 7)}`);
  expect(await source.read('ci/policy.yml')).toBe('base\n');
  expect(await source.read('ci/none.yml')).toBeUndefined();
  expect(await source.read('ci')).toBeUndefined();
});

test('a replacement of the base commit, or of a file of it, counts for nothing', async () => {
  const repository = createRepository({ 'ci/policy.yml': 'base\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('ci/policy.yml', 'default: allow\n');
  const head = repository.commit('hostile');
  repository.git('replace', base, head);
  repository.git('replace', `${base}:ci/policy.yml`, `${head}:ci/policy.yml`);
  const source = sourceFor(repository.root, pullRequest(base));
  expect(await source.read('ci/policy.yml')).toBe('base\n');
});

test.each(['ci/policy.yml', 'ci', 'links', 'links/policy.yml', ''])(
  'nothing is read from a base commit of which “%s” was written over',
  async (path) => {
    const repository = createRepository({
      'ci/policy.yml': 'base\n',
      'ci/b.yml': 'default: allow\n',
    });
    mkdirSync(join(repository.root, 'links'));
    symlinkSync('../ci/policy.yml', join(repository.root, 'links/policy.yml'));
    const base = repository.commit('start');
    repository.write('ci/policy.yml', 'default: allow\n');
    rmSync(join(repository.root, 'links/policy.yml'));
    symlinkSync('../ci/b.yml', join(repository.root, 'links/policy.yml'));
    repository.commit('hostile');
    const source = () => sourceFor(repository.root, pullRequest(base));
    expect(await source().read('links/policy.yml')).toBe('base\n');
    const id = writeOver(repository, `${base}:${path}`, `HEAD:${path}`);
    await expect(source().read('links/policy.yml')).rejects.toThrow(id);
  },
);

test('a file that only the head has is refused with the reason, and with the remedy', async () => {
  const repository = createRepository({});
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('ci/new.yml', 'default: allow\n');
  const source = sourceFor(repository.root, pullRequest(base));
  const words = `There is no file ci/new.yml in base commit ${base.slice(0, 7)}: on a pull request, configuration comes from the base commit. Merge it first`;
  await expect(source.read('ci/new.yml')).rejects.toThrow(words);
  const policy = loadPolicy({ names: ['ci/new.yml'], allowed: [], disallowed: [] }, source.read);
  await expect(policy).rejects.toThrow(/in base commit .* or an inline prompt\.$/);
});

const onPull = { issue: { number: 3, pull_request: { url: 'x' } }, comment: { body: 'hi' } };

test.each([
  ['workflow_run', { workflow_run: { head_sha: 'a'.repeat(40) } }],
  ['issue_comment', onPull],
  ['issue_comment', {}],
])('%s reads the commit that it runs on, not what was checked out', async (name, payload) => {
  const repository = createRepository({ 'p.yml': 'base\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('p.yml', 'default: allow\n');
  repository.commit('hostile');
  const event = readEvent(name, payload);
  const source = sourceFor(repository.root, event, base);
  expect(source.from).toBe(`base commit ${base.slice(0, 7)}`);
  expect(await source.read('p.yml')).toBe('base\n');
  for (const none of [undefined, '', '--all', 'main']) {
    const without = sourceFor(repository.root, event, none);
    await expect(without.read('p.yml')).rejects.toThrow('GITHUB_SHA');
  }
});

test.each([
  ['pull_request', { pull_request: {} }],
  ['pull_request', {}],
  [undefined, { pull_request: {} }],
  ['pull_request_target', { pull_request: { number: 3 } }],
  ['pull_request_review', { pull_request: { number: 3, base: { ref: 'main', sha: 'main' } } }],
])('%s without a base commit reads nothing: %j', async (name, payload) => {
  const repository = createRepository({ 'p.yml': 'default: allow\n' });
  const merge = repository.git('rev-parse', 'HEAD').trim();
  const source = sourceFor(repository.root, readEvent(name, payload), merge);
  expect(source.from).toBe('nowhere');
  await expect(source.read('p.yml')).rejects.toThrow(/does not say the pull request's base commit/);
});

test('a comment on an issue reads the working tree', async () => {
  const repository = createRepository({ 'p.yml': 'here\n' });
  const event = readEvent('issue_comment', { issue: { number: 3 }, comment: { body: 'hi' } });
  const source = sourceFor(repository.root, event, 'a'.repeat(40));
  expect(await source.read('p.yml')).toBe('here\n');
});

test('elsewhere it is the working tree', async () => {
  const repository = createRepository({ 'p.yml': 'committed\n' });
  repository.write('p.yml', 'edited\n');
  const source = sourceFor(repository.root, MANUAL);
  expect(source.from).toBe('the working tree');
  expect(await source.read('p.yml')).toBe('edited\n');
  expect(await source.read('none.yml')).toBeUndefined();
});

test('links are followed inside the base commit, and nowhere else', async () => {
  const repository = createRepository({ 'real/policy.yml': 'base\n' });
  const link = (target: string, name: string) => symlinkSync(target, join(repository.root, name));
  link('real', 'folder');
  link('folder/policy.yml', 'inside.yml');
  link('../../etc/hostname', 'out.yml');
  link('/etc/hostname', 'absolute.yml');
  link('nothing.yml', 'dangling.yml');
  link('round.yml', 'round.yml');
  const base = repository.commit('links');
  // What the head brings behind a link of the base does not count.
  repository.write('real/policy.yml', 'head\n');
  repository.write('nothing.yml', 'head\n');
  repository.commit('head');
  const source = sourceFor(repository.root, pullRequest(base));
  for (const name of ['inside.yml', 'folder/policy.yml']) {
    expect(await source.readOwn(name)).toBe('base\n');
  }
  await expect(source.read('out.yml')).rejects.toThrow('leads out of the repository');
  await expect(source.read('absolute.yml')).rejects.toThrow('leads out of the repository');
  await expect(source.read('dangling.yml')).rejects.toThrow('to no file of that commit');
  await expect(source.read('round.yml')).rejects.toThrow('back to itself');
  await expect(source.read('../x.yml')).rejects.toThrow('lies outside the repository');
  expect(await source.readOwn('real/policy.yml/x')).toBeUndefined();
  expect(await source.readOwn('real')).toBeUndefined();
});

test('a name that git would read as a pattern or an option is only a name', async () => {
  const repository = createRepository({ 'a*b.yml': 'star\n', '--all': 'option\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  const source = sourceFor(repository.root, pullRequest(base));
  expect(await source.read('a*b.yml')).toBe('star\n');
  expect(await source.read('--all')).toBe('option\n');
  expect(await source.read('*')).toBeUndefined();
});

test('a shallow checkout fetches the base commit, and stays as shallow as it was', async () => {
  const upstream = createRepository({ 'p.yml': 'base\n' });
  upstream.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const base = upstream.git('rev-parse', 'HEAD').trim();
  upstream.write('p.yml', 'head\n');
  upstream.commit('head');
  const root = join(temporaryFolder(), 'clone');
  upstream.git('clone', '--quiet', '--depth=1', `file://${upstream.root}`, root);
  expect(await sourceFor(root, pullRequest(base)).read('p.yml')).toBe('base\n');
});

test('a base commit that can not be had is an error with the remedy', async () => {
  const repository = createRepository({ 'p.yml': 'x\n' });
  const source = sourceFor(repository.root, pullRequest('c'.repeat(40)));
  await expect(source.read('p.yml')).rejects.toThrow('fetch-depth: 0');
});

test('what is no regular file is refused, not waited for', async () => {
  const root = temporaryFolder();
  execFileSync('/usr/bin/env', ['mkfifo', join(root, 'pipe')]);
  await expect(readFromWorkingTree(root, root)('pipe')).rejects.toThrow('it is no regular file');
});
