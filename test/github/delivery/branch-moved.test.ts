import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deliverCommit } from '../../../src/github/delivery/deliver-commit.ts';
import type { Pushed } from '../../../src/github/delivery/git-remote.ts';
import { headOf } from '../../fakes/delivery-state.ts';
import { contentOf, pullRequest, push } from './pull-request-scene.ts';
import { begin } from './scene.ts';

test('what was pushed while the agent worked is kept, and the changes are merged into it', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  const theirs = push(github, 'theirs.txt', 'theirs\n');
  repository.write('a.txt', 'mended\n');
  const { scene, said } = await run.scene(github);
  await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(github.git('rev-parse', 'topic^')).toBe(theirs);
  expect([contentOf(github, 'a.txt'), contentOf(github, 'theirs.txt')]).toEqual([
    'mended',
    'theirs',
  ]);
  expect(said.join()).toContain('moved from');
});

test('the same lines changed there too: nothing is written', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  const theirs = push(github, 'a.txt', 'theirs\n');
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  await expect(deliverCommit(scene, { number: 7, headAtStart: head })).rejects.toThrow(
    'a.txt changed there too',
  );
  expect(headOf(github, 'topic')).toBe(theirs);
});

test('a branch that moves at the last moment is merged into, once', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene, said } = await run.scene(github);
  let theirs = '';
  const happens = () => {
    theirs = push(github, 'theirs.txt', 'x\n');
  };
  github.meanwhile = { when: /POST \/graphql/, happens };
  await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(github.git('rev-parse', 'topic^')).toBe(theirs);
  expect(contentOf(github, 'a.txt')).toBe('mended');
  expect(said.join()).toContain('moved from');
});

test('and one that moves again and again is left alone', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  push(github, 'theirs.txt', 'x\n');
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  const happens = () => {
    github.git('update-ref', 'refs/heads/topic', head);
  };
  github.meanwhile = { when: /POST \/graphql/, happens };
  await expect(deliverCommit(scene, { number: 7, headAtStart: head })).rejects.toThrow(
    'The branch topic moved while the commit was made',
  );
  expect(headOf(github, 'topic')).toBe(head);
});

test.each([
  ['the commit is looked at', /GET .*git\/commits/, []],
  ['its answer is lost', /GET .*git\/ref/, [/graphql/]],
])('a push on top of the commit while %s is no failure', async (_what, when, lost) => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  repository.write('a.txt', 'mended\n');
  const { scene } = await run.scene(github);
  let theirs = '';
  const happens = () => {
    theirs = push(github, 'theirs.txt', 'x\n');
  };
  github.meanwhile = { when, happens };
  const answer = [502, { message: 'Bad gateway' }] as const;
  github.failures.push(...lost.map((what) => ({ when: what, answer, done: true })));
  const done = await deliverCommit(scene, { number: 7, headAtStart: head });
  expect(headOf(github, 'topic')).toBe(theirs);
  expect(done?.commit).toBe(github.git('rev-parse', 'topic^'));
  expect(github.git('rev-list', '--count', `${head}..topic`)).toBe('2');
});

test('a push on a branch that moved is refused and not forced', async () => {
  const { repository, github, head } = await pullRequest();
  const run = await begin(repository);
  chmodSync(join(repository.root, 'run.sh'), 0o755);
  const { scene } = await run.scene(github);
  const { remote } = scene;
  let theirs = '';
  let pushes = 0;
  const late = {
    ...scene,
    remote: {
      ...remote,
      push: (pushed: Pushed) => {
        pushes += 1;
        if (pushes === 1) theirs = push(github, 'theirs.txt', 'x\n');
        return remote.push(pushed);
      },
    },
  };
  await deliverCommit(late, { number: 7, headAtStart: head });
  expect(pushes).toBe(2);
  expect(github.git('rev-parse', 'topic^')).toBe(theirs);
  expect(github.git('ls-tree', 'topic', 'run.sh')).toContain('100755');
});
