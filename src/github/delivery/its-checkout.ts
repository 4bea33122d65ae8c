import type { Git } from '../git.ts';

/**
 * Why a checkout is not a pull request's own, as a sentence; `undefined`: it is its head, or the merge of
 * it into its base that GitHub makes. Changes to anything else would only look as if they were about it.
 * @param checkedOut a commit, or `HEAD`; `undefined`: there was none.
 */
export async function notItsCheckout(
  git: Git,
  checkedOut: string | undefined,
  head: string,
): Promise<string | undefined> {
  if (checkedOut === head) return undefined;
  const [own, ...parents] = checkedOut === undefined ? [] : await commitOf(git, checkedOut);
  if (own === head || parents.includes(head)) return undefined;
  return `What was checked out (${own?.slice(0, 7) ?? 'no commit'}) is not the pull request’s head ${head.slice(0, 7)}. Check it out with “ref: \${{ github.event.pull_request.head.sha }}”, or on comments with “ref: refs/pull/\${{ github.event.issue.number }}/head”.`;
}

/** A commit's id and those of its parents, as written in it: a shallow checkout hides them from `rev-list`. */
export async function commitOf(git: Git, name: string): Promise<string[]> {
  const [header = ''] = (await git(['cat-file', '--batch'], { input: `${name}\n` })).split('\n\n');
  const own = /^[0-9a-f]+(?= commit )/.exec(header)?.[0];
  if (own === undefined) return [];
  return [own, ...[...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, sha = '']) => sha)];
}
