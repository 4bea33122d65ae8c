import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { GithubError, isNotFound } from '../client/github-error.ts';
import type { Git } from '../git.ts';
import { type Json, objectAt, objectsAt, shaAt, textAt } from '../json.ts';
import type { DeliveryApi } from './delivery-api.ts';
import {
  BranchMoved,
  DeliveryError,
  NoCommitApi,
  Unfinished,
  withRemedy,
} from './delivery-error.ts';
import { readBlobs } from './read-blobs.ts';
import { ABSENT, type TreeChange } from './tree-changes.ts';

export interface BranchCommit {
  /** `owner/name`. */
  readonly repository: string;
  readonly branch: string;
  /** The commit that the branch stands on, and has to stand on still. */
  readonly onto: string;
  /** What the commit's tree has to be. */
  readonly tree: string;
  /** From the tree of `onto` to `tree`. */
  readonly changes: readonly TreeChange[];
  readonly message: { readonly headline: string; readonly body: string };
}

const MAX_TRIES = 4;

const MUTATION = `mutation($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

/**
 * Commits through GitHub, which signs it as the token's own account. A try that may have been done is
 * looked for before the next one, and `expectedHeadOid` lets only one of them be.
 * @returns the commit.
 * @throws DeliveryError when GitHub refuses it, or the branch has moved.
 */
export async function commitByApi(
  git: Git,
  api: DeliveryApi,
  commit: BranchCommit,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<string> {
  const variables = { input: await inputOf(git, commit) };
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(api, variables);
    const oid = shaAt(dataOf(answer), 'oid') ?? (await ownCommit(api, commit));
    if (oid !== undefined) return oid;
    const [error] = objectsAt(answer, 'errors');
    if (!isPassing(error) || tries === MAX_TRIES) throw refusal(error, commit);
    await wait(1_000 * 2 ** tries * (1 + Math.random() / 4));
  }
}

/** Worth another try: no answer at all, or too many requests. */
function isPassing(error: Json | undefined): boolean {
  return error === undefined || textAt(error, 'type') === 'RATE_LIMITED';
}

function refusal(error: Json | undefined, { branch }: BranchCommit): DeliveryError {
  const message = textAt(error, 'message') ?? 'it gave no answer, time and again.';
  const moved = textAt(error, 'type') === 'STALE_DATA' || /expected branch to point/i.test(message);
  if (moved) return new BranchMoved(branch);
  // GraphQL’s words for a mutation that it does not know.
  if (/Field 'createCommitOnBranch' doesn't exist/i.test(message)) return new NoCommitApi(message);
  return new DeliveryError(withRemedy(`GitHub refused the commit: ${message}`));
}

/** The answer; an empty one when GitHub failed inside or was cut off, for then it may have been done. */
async function ask(api: DeliveryApi, variables: { readonly input: unknown }) {
  try {
    return await api.graphql(MUTATION, variables);
  } catch (error) {
    if (error instanceof GithubError && (error.status === undefined || error.status >= 500))
      return {};
    throw error;
  }
}

function dataOf(answer: Json) {
  return objectAt(objectAt(objectAt(answer, 'data'), 'createCommitOnBranch'), 'commit');
}

/** The commit of an earlier try, known by its parent and its tree. */
async function ownCommit(api: DeliveryApi, commit: BranchCommit): Promise<string | undefined> {
  try {
    const head = await api.head(commit.branch);
    if (head === undefined || head === commit.onto) return undefined;
    // Somebody may have pushed on top of it.
    const commits = await api.since(commit.onto, head);
    return commits?.find(({ tree, parent }) => parent === commit.onto && tree === commit.tree)?.sha;
  } catch (cause) {
    // A branch that does not stand on `onto` any more.
    if (isNotFound(cause)) return undefined;
    throw new Unfinished(
      `GitHub did not say whether the commit was made on the branch ${commit.branch}, and can’t be asked: ${messageOf(cause)} Look at the branch.`,
      { cause },
    );
  }
}

async function inputOf(git: Git, commit: BranchCommit) {
  const { repository, branch, onto, changes, message } = commit;
  const files = added(changes);
  const blobs = await readBlobs(
    git,
    files.map(({ newId }) => newId),
  );
  return {
    branch: { repositoryNameWithOwner: repository, branchName: branch },
    expectedHeadOid: onto,
    message,
    fileChanges: {
      additions: files.map(({ path, newId }) => ({
        path,
        contents: (blobs.get(newId) ?? Buffer.alloc(0)).toString('base64'),
      })),
      deletions: changes.filter(({ newMode }) => newMode === ABSENT).map(({ path }) => ({ path })),
    },
  };
}

function added(changes: readonly TreeChange[]): TreeChange[] {
  return changes.filter(({ newMode }) => newMode !== ABSENT);
}
