import { listOf } from '../../base/text.ts';
import { verifyTrees } from '../true-objects.ts';
import { commitOnto } from './commit-onto.ts';
import { DeliveryError } from './delivery-error.ts';
import type { DeliveryScene } from './delivery-scene.ts';
import { mergeTrees } from './merge-trees.ts';
import { treeChanges } from './tree-changes.ts';

/**
 * Brings the run's changes onto a branch as one commit.
 * @param from the commit that the branch stands on; the changes are merged into its files.
 * @returns the commit; `undefined`: all of it stands there already.
 * @throws DeliveryError when they don't fit, or may not be delivered.
 */
export async function bringOnto(
  scene: DeliveryScene,
  branch: string,
  from: string,
  beforeCommit: () => Promise<void> = async () => {},
): Promise<string | undefined> {
  const { git, trees, remote } = scene;
  await remote.present(from);
  // With a false folder in one of them, what is found to differ would not be what is pushed.
  await verifyTrees(git, [from, trees.before, trees.after]);
  const ours = (await git(['rev-parse', '--verify', `${from}^{tree}`])).trim();
  const merged = await mergeTrees(git, { base: trees.before, ours, theirs: trees.after });
  if ('conflicts' in merged) {
    throw new DeliveryError(
      `The changes don’t fit onto the branch ${branch} as it stands now (${from.slice(0, 7)}): ${listOf(merged.conflicts)} changed there too. Run again, or apply the patch by hand.`,
    );
  }
  await verifyTrees(git, [merged.tree]);
  const changes = await treeChanges(git, ours, merged.tree);
  if (changes.length === 0) return undefined;
  // A merge may give what the run alone did not: what is written is what is judged.
  const problems = await scene.problemsOf(ours, merged.tree);
  if (problems.length > 0) throw new DeliveryError(problems.join(' '));
  await beforeCommit();
  const { repository, message } = scene;
  return commitOnto(scene, { repository, branch, onto: from, tree: merged.tree, changes, message });
}
