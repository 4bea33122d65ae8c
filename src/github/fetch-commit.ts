import type { Git } from './git.ts';

/** Whether the commit is in the checkout. */
export async function hasCommit(sha: string, git: Git): Promise<boolean> {
  return git(['cat-file', '-e', `${sha}^{commit}`]).then(
    () => true,
    () => false,
  );
}

/**
 * Makes a commit present: the usual checkout is shallow and lacks most of them. It is fetched by its
 * id; the work tree, the index and all refs stay as they are.
 * @param ref where it may be found as well, such as `refs/pull/7/head`.
 * @throws GitError when it is not to be had.
 */
export async function ensureCommit(sha: string, git: Git, ref?: string): Promise<void> {
  if (await hasCommit(sha, git)) return;
  // A depth would make a full clone shallow, and break whatever needs its history later.
  const depth = (await isShallow(git)) ? ['--depth=1'] : [];
  try {
    await fetchQuietly([...depth, 'origin', sha], git);
  } catch (error) {
    if (ref === undefined) throw error;
    await fetchQuietly([...depth, 'origin', ref], git);
  }
  await git(['cat-file', '-e', `${sha}^{commit}`]);
}

/** More of the history below what a shallow checkout has. */
export async function deepen(commits: number, git: Git): Promise<void> {
  await fetchQuietly([`--deepen=${commits}`, 'origin'], git);
}

export async function isShallow(git: Git): Promise<boolean> {
  return (await git(['rev-parse', '--is-shallow-repository'])).trim() === 'true';
}

async function fetchQuietly(args: readonly string[], git: Git): Promise<void> {
  const quietly = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  await git(['fetch', ...quietly, ...args]);
}
