import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deliverCommit } from '../../../src/github/delivery/deliver-commit.ts';
import { readBlobs } from '../../../src/github/delivery/read-blobs.ts';
import { treeChanges } from '../../../src/github/delivery/tree-changes.ts';
import { verifyTrees } from '../../../src/github/true-objects.ts';
import { headOf } from '../../fakes/delivery-state.ts';
import { writeOver } from '../../fakes/false-object.ts';
import { pullRequest } from './pull-request-scene.ts';
import { begin } from './scene.ts';

test.each(['HEAD~1:safe', 'HEAD~1^{tree}', 'HEAD~1'])(
  'nothing is delivered where %s was written over to hide a change',
  async (name) => {
    const { repository, github, head } = await pullRequest({ 'safe/deep/x.txt': 'old\n' });
    const run = await begin(repository);
    repository.write('safe/deep/x.txt', 'evil\n');
    // What the API can't commit is pushed.
    chmodSync(join(repository.root, 'run.sh'), 0o755);
    repository.commit('by the agent');
    const other = name.replace('HEAD~1', 'HEAD');
    const { scene } = await run.scene(github);
    const seen = async () => (await treeChanges(scene.git, head, scene.trees.after)).length;
    expect(await seen()).toBe(2);
    const id = writeOver(repository, name, other);
    expect(await seen()).toBeLessThan(2);
    const delivered = deliverCommit(scene, { number: 7, headAtStart: head });
    // Git itself looks at commits and their trees, and at nothing below.
    const why = name.endsWith('safe') ? `The object ${id} in .git is not what its name says` : id;
    await expect(delivered).rejects.toThrow(why);
    expect(headOf(github, 'topic')).toBe(head);
  },
);

test('a file is not read under the name of another', async () => {
  const { repository } = await pullRequest();
  const { git } = await (await begin(repository)).store();
  const [a = '', b = ''] = ['HEAD:a.txt', 'HEAD:b.txt'].map((name) =>
    repository.git('rev-parse', name).trim(),
  );
  const none = '1'.repeat(40);
  const read = await readBlobs(git, [b, a, none, a]);
  expect([...read].map(([id, bytes]) => [id, bytes.toString()])).toEqual([
    [b, 'b\n'],
    [a, 'a\n'],
  ]);
  writeOver(repository, 'HEAD:a.txt', 'HEAD:b.txt');
  await expect(readBlobs(git, [b, a])).rejects.toThrow(a);
  // Of files only what links say belongs to the shape of a tree.
  await verifyTrees(git, [repository.git('rev-parse', 'HEAD').trim()]);
});
