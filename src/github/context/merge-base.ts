import type { GithubClient } from '../client/github-client.ts';
import { deepen, ensureCommit, isShallow } from '../fetch-commit.ts';
import type { Git } from '../git.ts';
import { isObject, objectAt, shaAt } from '../json.ts';

export interface MergeBaseParts {
  readonly git: Git;
  readonly base: string;
  readonly head: string;
  /** Asked first where the checkout is shallow: git would have to fetch history to know. */
  readonly api: { readonly client: GithubClient; readonly repository: string } | undefined;
}

const DEPTHS = [50, 500, 5_000] as const;

/** Where a pull request left its base, present in the checkout; `undefined`: that can't be known. */
export async function mergeBase(parts: MergeBaseParts): Promise<string | undefined> {
  const { git } = parts;
  if (!(await isShallow(git))) return local(parts);
  // A shallow history can name a commit that is older than the true one.
  const told = await fromApi(parts).catch(() => undefined);
  if (told !== undefined) {
    const isPresent = await ensureCommit(told, git).then(
      () => true,
      () => false,
    );
    if (isPresent) return told;
  }
  for (const depth of DEPTHS) {
    const got = await deepen(depth, git).then(
      () => true,
      () => false,
    );
    if (!got) return undefined;
    const found = await local(parts);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function local({ git, base, head }: MergeBaseParts): Promise<string | undefined> {
  const found = await git(['merge-base', base, head]).catch(() => '');
  return found.trim() || undefined;
}

async function fromApi({ api, base, head }: MergeBaseParts): Promise<string | undefined> {
  if (api === undefined) return undefined;
  const path = `/repos/${api.repository}/compare/${base}...${head}?per_page=1`;
  const answer = await api.client.json(path);
  return isObject(answer) ? shaAt(objectAt(answer, 'merge_base_commit'), 'sha') : undefined;
}
