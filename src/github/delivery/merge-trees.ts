import { type Git, GitError } from '../git.ts';
import { COMMITTER } from './committer.ts';

export type Merged =
  | { readonly tree: string }
  /** Paths where both sides changed the same lines. */
  | { readonly conflicts: readonly string[] };

/**
 * What was changed from `base` to `theirs`, done to `ours`: trees all of them. Needs git 2.38.
 * @throws GitError when git can't do it.
 */
export async function mergeTrees(
  git: Git,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): Promise<Merged> {
  if (ours === base) return { tree: theirs };
  if (ours === theirs) return { tree: ours };
  const commit = async (tree: string, ...parents: string[]) =>
    (await git(['commit-tree', tree, ...parents, '-m', 'merge'], { env: COMMITTER })).trim();
  const root = await commit(base);
  const sides = [await commit(ours, '-p', root), await commit(theirs, '-p', root)];
  const merge = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', ...sides];
  try {
    return { tree: (await git(merge)).replace('\0', '').trim() };
  } catch (error) {
    const conflicts = conflictsIn(error);
    if (conflicts === undefined) throw error;
    return { conflicts };
  }
}

/** Git ends with 1 where there are conflicts: the tree, then the paths. */
function conflictsIn(error: unknown): string[] | undefined {
  if (!(error instanceof GitError)) return undefined;
  const { exitCode, stdout } = (error.cause ?? {}) as { exitCode?: unknown; stdout?: unknown };
  if (exitCode !== 1 || typeof stdout !== 'string') return undefined;
  return [...new Set(stdout.split('\0').slice(1))].filter((path) => path !== '');
}
