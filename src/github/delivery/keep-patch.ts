import type { Git } from '../git.ts';
import { type Change, findSecrets } from './find-secrets.ts';
import { treeChanges } from './tree-changes.ts';
import { writePatch } from './write-patch.ts';

export interface KeptPatch {
  readonly file: string;
  /** Paths that are not in it, because of a secret or because they were too large to look for one. */
  readonly leftOut: readonly string[];
}

/**
 * Keeps what was changed as a patch, without what holds a secret: a patch is made to be handed on.
 * Left out whole: with a line taken away it would be another change.
 * @returns `undefined`: there is nothing to keep.
 */
export async function keepPatch(
  git: Git,
  trees: Change,
  file: string,
  found: (text: string) => readonly string[],
): Promise<KeptPatch | undefined> {
  const changes = await treeChanges(git, trees.before, trees.after);
  const { secret, unsearched } = await findSecrets(git, trees, found);
  const leftOut = [...secret, ...unsearched];
  if (changes.length === leftOut.length) return undefined;
  await writePatch(git, trees, file, leftOut);
  return { file, leftOut };
}
