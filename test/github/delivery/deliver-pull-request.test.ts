import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  deliverPullRequest,
  type PullPlan,
} from '../../../src/github/delivery/deliver-pull-request.ts';
import { startDeliveryGithub } from '../../fakes/delivery-github.ts';
import { type DeliveryGithub, headOf, type StoredPull } from '../../fakes/delivery-state.ts';
import { createRepository, type TestRepository } from '../../fakes/repository.ts';
import { begin } from './scene.ts';

const MARKER = '<!-- unattended:0123 -->';
const PLAN: PullPlan = {
  base: undefined,
  branch: 'unattended/nightly',
  marker: MARKER,
  title: 'Nightly',
  setsTitle: false,
  body: `${MARKER}\nDone.`,
  labels: ['bot'],
  draft: true,
};

async function start() {
  const repository = createRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'run.sh': 'x\n' });
  return { repository, github: await startDeliveryGithub(repository) };
}

/** A run that writes `files`, from the checkout as it is. */
async function deliver(
  repository: TestRepository,
  github: DeliveryGithub,
  files: Record<string, string>,
  plan: Partial<PullPlan> = {},
) {
  const run = await begin(repository);
  for (const [path, content] of Object.entries(files)) repository.write(path, content);
  const { scene, said } = await run.scene(github);
  const done = deliverPullRequest(scene, { ...PLAN, ...plan });
  await done.catch(() => {});
  repository.git('reset', '--quiet', '--hard');
  return { done: await done.catch((error: Error) => error), said };
}

const others = (change: Partial<StoredPull>, number: number): StoredPull => ({
  number,
  title: 'x',
  body: '',
  state: 'open',
  draft: false,
  head: 'main',
  base: 'main',
  labels: [],
  ...change,
});

test('makes a branch and a draft with labels, and a second run updates both', async () => {
  const { repository, github } = await start();
  const main = headOf(github, 'main');
  const first = await deliver(repository, github, { 'a.txt': 'mended\n' });
  expect(first.done).toMatchObject({
    branch: 'unattended/nightly',
    pull: { number: 11, url: 'https://github.example/octo/app/pull/11' },
  });
  expect(github.pulls).toMatchObject([
    { title: 'Nightly', draft: true, base: 'main', head: 'unattended/nightly', labels: ['bot'] },
  ]);
  expect(github.git('rev-parse', 'unattended/nightly^')).toBe(main);

  const second = await deliver(
    repository,
    github,
    { 'a.txt': 'mended\n', 'b.txt': 'too\n' },
    { body: `${MARKER}\nDone again.` },
  );
  expect(second.done).toMatchObject({ branch: 'unattended/nightly', pull: { number: 11 } });
  expect(github.pulls).toHaveLength(1);
  expect(github.pulls[0]?.body).toContain('Done again.');
  expect(github.git('rev-list', '--count', 'main..unattended/nightly')).toBe('2');
  expect(github.git('show', 'unattended/nightly:b.txt')).toBe('too');

  const third = await deliver(repository, github, { 'a.txt': 'mended\n' });
  expect(third.said.join()).toContain('#11 has these changes already');
  expect(github.git('rev-list', '--count', 'main..unattended/nightly')).toBe('2');
  expect(headOf(github, 'main')).toBe(main);
});

test('finds its own on a later page, and takes nobody else’s for it', async () => {
  const { repository, github } = await start();
  github.git('branch', 'unattended/nightly', 'main');
  github.pulls.push(
    others({ body: MARKER, head: 'unattended/nightly', fork: true }, 1),
    others({ body: 'no marker', head: 'unattended/nightly' }, 2),
    others({ body: MARKER, head: 'other' }, 3),
    others({ body: MARKER, head: 'unattended/nightly-2', base: 'release' }, 4),
  );
  const first = await deliver(repository, github, { 'a.txt': 'mended\n' });
  expect(first.done).toMatchObject({ branch: 'unattended/nightly-2', pull: { number: 11 } });
  const second = await deliver(repository, github, { 'a.txt': 'mended\n', 'b.txt': 'x\n' });
  expect(second.done).toMatchObject({ branch: 'unattended/nightly-2', pull: { number: 11 } });
  expect(headOf(github, 'unattended/nightly')).toBe(headOf(github, 'main'));
});

test('a base that went on, under a new name, gets the changes merged into it', async () => {
  const { repository, github } = await start();
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  repository.write('b.txt', 'went on\n');
  repository.git('add', 'b.txt');
  repository.git('commit', '--quiet', '-m', 'x');
  repository.git('push', '--quiet', join(github.root, 'octo/app.git'), 'HEAD:main');
  github.git('branch', '-m', 'main', 'trunk');
  github.defaultBranch = 'trunk';
  await deliverPullRequest(scene, PLAN);
  expect(github.pulls[0]).toMatchObject({ base: 'trunk' });
  expect(github.git('rev-parse', 'unattended/nightly^')).toBe(headOf(github, 'trunk'));
  expect(github.git('show', 'unattended/nightly:b.txt')).toBe('went on');
});

test('pushes what the API can’t commit', async () => {
  const { repository, github } = await start();
  const run = await begin(repository);
  chmodSync(join(repository.root, 'run.sh'), 0o755);
  const { scene, said } = await run.scene(github);
  await deliverPullRequest(scene, PLAN);
  expect(github.git('ls-tree', 'unattended/nightly', 'run.sh')).toContain('100755');
  expect(said.join()).toContain('executable');
});

test('nothing to deliver makes neither branch nor pull request', async () => {
  const { repository, github } = await start();
  repository.write('a.txt', 'there already\n');
  const { done } = await deliver(repository, github, {});
  expect(done).toBeUndefined();
  expect(github.git('branch', '--list')).not.toContain('unattended');
});

test('what GitHub refuses leaves no branch behind, and names the setting', async () => {
  const { repository, github } = await start();
  github.mayOpenPulls = false;
  const { done } = await deliver(repository, github, { 'a.txt': 'mended\n' });
  expect(String(done)).toContain('Allow GitHub Actions to create and approve pull requests');
  expect(github.git('branch', '--list')).not.toContain('unattended');

  github.readOnly = true;
  const refused = await deliver(repository, github, { 'a.txt': 'mended\n' });
  expect(String(refused.done)).toContain('403');
});

test('a refused title is told in GitHub’s words', async () => {
  const { repository, github } = await start();
  const { done } = await deliver(repository, github, { 'a.txt': 'mended\n' }, { title: '' });
  expect(String(done)).toContain('422: Validation Failed: title is missing');
  expect(github.git('branch', '--list')).not.toContain('unattended');
});

test('does without drafts and labels where there are none', async () => {
  const { repository, github } = await start();
  github.failures.push(
    { when: /POST .*pulls/, answer: [422, { message: 'Draft pull requests are not supported' }] },
    { when: /POST .*labels/, answer: [403, { message: 'Resource not accessible' }] },
  );
  const { done, said } = await deliver(repository, github, { 'a.txt': 'mended\n' });
  expect(done).toMatchObject({ pull: { number: 11 } });
  expect(github.pulls[0]?.draft).toBe(false);
  expect(said.join()).toMatch(/no draft pull requests.*labels of #11 could not be set/);
});

test('an answer that is lost does not make two pull requests', async () => {
  const { repository, github } = await start();
  github.failures.push({ when: /POST .*pulls/, answer: [502, { message: 'x' }], done: true });
  const { done } = await deliver(repository, github, { 'a.txt': 'mended\n' });
  expect(done).toMatchObject({ pull: { number: 11 } });
  expect(github.pulls).toHaveLength(1);
});

test('a conflict with its own earlier changes, or a missing base, is said', async () => {
  const { repository, github } = await start();
  await deliver(repository, github, { 'a.txt': 'one\n' });
  const { done } = await deliver(repository, github, { 'a.txt': 'two\n' });
  expect(String(done)).toMatch(/unattended\/nightly.*a\.txt changed there too/);
  const missing = await deliver(repository, github, { 'a.txt': 'x\n' }, { base: 'gone' });
  expect(String(missing.done)).toContain('There is no branch gone');
});
