import type { GithubClient } from '../client/github-client.ts';
import { mergeBase } from '../context/merge-base.ts';
import { ensureCommit } from '../fetch-commit.ts';
import type { Git } from '../git.ts';
import { isObject, textAt } from '../json.ts';
import type { PullRequest } from '../pull-request.ts';
import { type DiffHunks, type Hunk, hunksOfDiff, hunksOfPatch } from './diff-hunks.ts';

export interface DiffSource {
  readonly git: Git;
  readonly client: GithubClient;
  readonly repository: string;
  readonly pullRequest: PullRequest;
}

/** As GitHub draws it, whatever the settings of the checkout say. */
const AS_GITHUB = [
  '--unified=3',
  '--inter-hunk-context=0',
  '--find-renames',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
];

/**
 * The lines of a pull request's diff: by git, since GitHub's own list ends at 3,000 files and leaves
 * long patches out; from GitHub where the checkout lacks the commits.
 * @throws GithubError where it is not to be had from either.
 */
export async function headDiff(source: DiffSource): Promise<DiffHunks> {
  return (await byGit(source).catch(() => undefined)) ?? fromGithub(source);
}

async function byGit({
  git,
  client,
  repository,
  pullRequest,
}: DiffSource): Promise<DiffHunks | undefined> {
  const base = pullRequest.base?.sha;
  const head = pullRequest.head?.sha;
  if (base === undefined || head === undefined) return undefined;
  await ensureCommit(base, git);
  await ensureCommit(head, git, `refs/pull/${pullRequest.number}/head`);
  const from = await mergeBase({ git, base, head, api: { client, repository } });
  if (from === undefined) return undefined;
  return hunksOfDiff(await git(['diff-tree', '-r', '-p', ...AS_GITHUB, from, head]));
}

async function fromGithub({ client, repository, pullRequest }: DiffSource): Promise<DiffHunks> {
  const files = new Map<string, readonly Hunk[]>();
  const path = `/repos/${repository}/pulls/${pullRequest.number}/files`;
  for await (const page of client.pages(path)) {
    for (const file of page) {
      if (!isObject(file)) continue;
      const name = textAt(file, 'filename');
      const patch = textAt(file, 'patch');
      if (name !== undefined && patch !== undefined) files.set(name, hunksOfPatch(patch));
    }
  }
  return files;
}
