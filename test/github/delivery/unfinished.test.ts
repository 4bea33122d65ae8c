import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deliverCommit } from '../../../src/github/delivery/deliver-commit.ts';
import { deliverPullRequest } from '../../../src/github/delivery/deliver-pull-request.ts';
import { Unfinished } from '../../../src/github/delivery/delivery-error.ts';
import { headOf } from '../../fakes/delivery-state.ts';
import { pullRequest } from './pull-request-scene.ts';
import { begin } from './scene.ts';

const REFUSED = [403, { message: 'no' }] as const;
const PLAN = {
  base: 'main',
  branch: 'unattended/x',
  marker: '<!-- x -->',
  title: 'x',
  setsTitle: false,
  body: '<!-- x -->',
  labels: [],
  draft: false,
};

test('a commit that can not be looked at is named', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  github.failures.push({ when: /GET .*git\/commits/, answer: REFUSED });
  const failed = await deliverCommit(scene, { number: 7, headAtStart: head }).catch((e) => e);
  expect(failed).toBeInstanceOf(Unfinished);
  const commit = headOf(github, 'topic');
  expect(failed.message).toContain(`The commit ${commit} was put on the branch topic, but`);
  expect(failed.written).toEqual({ branch: 'topic', commit });
});

test('one of which GitHub gave no answer may stand there', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  github.failures.push(
    { when: /graphql/, answer: [502, { message: 'Bad gateway' }], done: true },
    { when: /GET .*git\/ref/, answer: REFUSED },
  );
  const failed = await deliverCommit(scene, { number: 7, headAtStart: head }).catch((e) => e);
  expect(failed).toBeInstanceOf(Unfinished);
  expect(failed.message).toContain('did not say whether the commit was made');
  expect(failed.written).toBeUndefined();
});

test('a push whose end is lost is looked for', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  chmodSync(join(repository.root, 'run.sh'), 0o755);
  const { scene } = await run.scene(github);
  const push: typeof scene.remote.push = async (...pushed) => {
    await scene.remote.push(...pushed);
    throw new Error('the connection broke');
  };
  const lost = { ...scene, remote: { ...scene.remote, push } };
  const done = await deliverCommit(lost, { number: 7, headAtStart: head });
  expect(done?.commit).toBe(headOf(github, 'topic'));
});

test('a branch that can not be taken away again is named', async () => {
  const { repository, github } = await pullRequest();
  const run = await begin(repository);
  chmodSync(join(repository.root, 'run.sh'), 0o755);
  const { scene } = await run.scene(github);
  github.mayOpenPulls = false;
  github.failures.push({ when: /graphql/, answer: REFUSED });
  const failed = await deliverPullRequest(scene, PLAN).catch((e) => e);
  expect(failed).toBeInstanceOf(Unfinished);
  expect(failed.message).toContain('The branch unattended/x stands there without a pull request');
  const commit = headOf(github, 'unattended/x');
  expect(commit).toBeDefined();
  expect(failed.written).toEqual({ branch: 'unattended/x', commit });
});

test('a pull request whose text can not be changed has its commit', async () => {
  const { repository, github } = await pullRequest();
  const first = await begin(repository);
  repository.write('a.txt', 'mended\n');
  await deliverPullRequest((await first.scene(github)).scene, PLAN);
  repository.git('checkout', '--quiet', '--', '.');
  const second = await begin(repository);
  repository.write('b.txt', 'mended\n');
  const { scene } = await second.scene(github);
  github.failures.push({ when: /PATCH/, answer: REFUSED });
  const failed = await deliverPullRequest(scene, PLAN).catch((e) => e);
  expect(failed).toBeInstanceOf(Unfinished);
  const commit = headOf(github, 'unattended/x');
  expect(failed.message).toContain(`The commit ${commit} stands on`);
  expect(failed.written).toEqual({ branch: 'unattended/x', commit });
});
