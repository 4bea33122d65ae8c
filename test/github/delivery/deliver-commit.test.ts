import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deliverCommit } from '../../../src/github/delivery/deliver-commit.ts';
import { headOf } from '../../fakes/delivery-state.ts';
import { createRepository, type TestRepository } from '../../fakes/repository.ts';
import { contentOf, pullRequest, push } from './pull-request-scene.ts';
import { begin } from './scene.ts';

test('commits onto the branch through the API: files, deletions, binary and empty ones, odd names', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  repository.write('a.txt', 'mended\r\n');
  rmSync(join(repository.root, 'b.txt'));
  repository.write('dir/with "quotes".bin', Buffer.from([0, 255, 10]));
  repository.write('äö.txt', '');
  repository.commit('the agent commits by itself');
  const { scene, said } = await run.scene(github);
  const done = await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(done).toEqual({ branch: 'topic', commit: headOf(github, 'topic'), pull: undefined });
  expect(github.git('rev-parse', 'topic^')).toBe(head);
  expect(github.git('rev-parse', 'topic^{tree}')).toBe(scene.trees.after);
  expect(github.git('show', '-s', '--format=%B', 'topic')).toBe('Mend it\n\nBy a test.');
  expect(github.requests).toContain('POST /graphql');
  expect(said).toEqual([]);
});

test.each([
  [
    'an executable',
    (r: TestRepository) => chmodSync(join(r.root, 'run.sh'), 0o755),
    '“run.sh” is or was an executable file',
  ],
  [
    'a link',
    (r: TestRepository) => symlinkSync('a.txt', join(r.root, 'link')),
    '“link” is or was a symbolic link',
  ],
  [
    'what is too large for it',
    (r: TestRepository) => r.write('big.bin', Buffer.alloc(9 << 20)),
    'the changed files have 9 MB',
  ],
])('pushes %s, and says why', async (_what, change, why) => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  change(repository);
  const { scene, said } = await run.scene(github);
  const done = await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(done?.commit).toBe(headOf(github, 'topic'));
  expect(github.git('rev-parse', 'topic^{tree}')).toBe(scene.trees.after);
  expect(github.git('rev-parse', 'topic^')).toBe(head);
  expect(github.requests).not.toContain('POST /graphql');
  expect(said.join()).toContain(why);
});

test('an answer that is lost does not make two commits', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  github.failures.push({ when: /graphql/, answer: [502, { message: 'Bad gateway' }], done: true });
  const done = await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(done?.commit).toBe(headOf(github, 'topic'));
  expect(github.git('rev-list', '--count', `${head}..topic`)).toBe('1');
});

test('tries again after failures and limits that pass, with growing waits', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene, waits } = await run.scene(github);
  github.failures.push(
    { when: /graphql/, answer: [502, { message: 'Bad gateway' }] },
    {
      when: /graphql/,
      answer: [200, { errors: [{ type: 'RATE_LIMITED', message: 'slow down' }] }],
    },
    {
      when: /graphql/,
      answer: [
        403,
        { message: 'You have exceeded a secondary rate limit.' },
        { 'retry-after': '7' },
      ],
    },
    { when: /GET .*pulls/, answer: [503, { message: 'no' }] },
  );
  await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(contentOf(github, 'a.txt')).toBe('mended');
  expect(waits.some((ms) => ms >= 7_000)).toBe(true);
  expect(waits.length).toBeGreaterThanOrEqual(4);
});

test('changes that stand there already are nothing to deliver', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  push(github, 'a.txt', 'mended\n');
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  expect(await deliverCommit(scene, { number: 7, headAtStart: head })).toBeUndefined();
});

test('works on the merge commit that actions/checkout makes, shallow, and leaves its base out', async () => {
  const { repository, github, head } = await pullRequest();
  repository.git('switch', '--quiet', 'main');
  repository.write('main.txt', 'm\n');
  repository.commit('main goes on');
  repository.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'topic');
  repository.git('push', '--quiet', join(github.root, 'octo/app.git'), 'HEAD:refs/pull/7/merge');
  const checkout = createRepository({});
  checkout.git(
    'fetch',
    '--quiet',
    '--depth=1',
    `file://${join(github.root, 'octo/app.git')}`,
    'refs/pull/7/merge',
  );
  checkout.git('checkout', '--quiet', 'FETCH_HEAD');
  const run = await begin(checkout);
  checkout.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(contentOf(github, 'a.txt')).toBe('mended');
  expect(github.git('ls-tree', '--name-only', 'topic')).not.toContain('main.txt');
});

test('credentials, hooks and settings of the checkout count for nothing', async () => {
  const { repository, github, head } = await pullRequest({ '.gitattributes': '* merge=evil\n' });
  const canary = join(repository.root, 'canary');
  const run = await begin(repository);
  push(github, 'a.txt', 'a\nmore\n');
  repository.git('config', `http.${github.url}/.extraheader`, 'AUTHORIZATION: basic d3Jvbmc=');
  repository.git('config', `url.http://127.0.0.1:1/.pushInsteadOf`, github.url);
  repository.git('config', 'merge.evil.driver', `touch ${canary}`);
  repository.git('config', 'credential.helper', `!touch ${canary}`);
  repository.write('.git/hooks/pre-push', `#!/bin/sh\ntouch ${canary}\n`);
  chmodSync(join(repository.root, '.git/hooks/pre-push'), 0o755);
  chmodSync(join(repository.root, 'run.sh'), 0o755);
  const { scene } = await run.scene(github);
  await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(github.git('ls-tree', 'topic', 'run.sh')).toContain('100755');
  expect(repository.git('status', '--porcelain')).toBe(' M run.sh\n');
});

test.each([
  ['a pull request from a fork', { fork: true }, 'comes from a fork'],
  ['a closed one', { state: 'closed' as const }, 'is not open any more'],
  ['one made of the default branch', { head: 'main' }, 'is made of the default branch'],
])('refuses %s', async (_what, change, reason) => {
  const { repository, github, head } = await pullRequest();
  Object.assign(github.pulls[0] ?? {}, change);
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  await expect(deliverCommit(scene, { number: 7, headAtStart: head })).rejects.toThrow(reason);
  expect(headOf(github, 'topic')).toBe(head);
});

test('refuses a checkout of something else, and what the policy does not let through', async () => {
  const { repository, github, head } = await pullRequest();
  repository.git('switch', '--quiet', 'main');
  const run = await begin(repository, { protectedFiles: ['a.txt'] });
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  const deliver = (headAtStart: string) => deliverCommit(scene, { number: 7, headAtStart });
  await expect(deliver(head)).rejects.toThrow('is not the pull request’s head');
  await expect(deliver(repository.git('rev-parse', 'main').trim())).rejects.toThrow('protected');
  expect(headOf(github, 'topic')).toBe(head);
});

test('a token that may not write is told what it lacks', async () => {
  const { repository, github, head } = await pullRequest();
  github.readOnly = true;
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  const deliver = () => deliverCommit(scene, { number: 7, headAtStart: head });
  await expect(deliver()).rejects.toThrow(/not accessible by integration.*contents: write/);
  const pushed = { commit: head, branch: 'new', onto: '0'.repeat(40) };
  await expect(scene.remote.push(pushed)).rejects.toThrow('403');
  expect(headOf(github, 'topic')).toBe(head);
});

test('a GitHub without the API for commits is pushed to', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene, said } = await run.scene(github);
  const message = "Field 'createCommitOnBranch' doesn't exist on type 'Mutation'";
  github.failures.push({ when: /graphql/, answer: [200, { errors: [{ message }] }] });
  await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(contentOf(github, 'a.txt')).toBe('mended');
  expect(said.join()).toContain('this GitHub has no API for commits');
});
