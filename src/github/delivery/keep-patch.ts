import { ConfigError } from '../../base/errors.ts';
import type { Git } from '../git.ts';
import { verifyTrees } from '../true-objects.ts';
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
  const published = await trueOrNone(git, trees.published);
  const { secret, unsearched } = await findSecrets(git, { ...trees, published }, found);
  const leftOut = [...secret, ...unsearched];
  if (changes.length === leftOut.length) return undefined;
  await writePatch(git, trees, file, leftOut);
  return { file, leftOut };
}

/** A patch is kept where objects were written over, too: then what they say to be published may be no such thing. */
async function trueOrNone(git: Git, published: string | undefined): Promise<string | undefined> {
  if (published === undefined) return undefined;
  try {
    await verifyTrees(git, [published]);
    return published;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
