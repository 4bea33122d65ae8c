import type { GithubClient } from '../client/github-client.ts';
import { commitOf } from '../delivery/its-checkout.ts';
import type { Git } from '../git.ts';
import type { GithubEvent } from '../github-event.ts';
import { isObject, type Json, shaAt, textAt } from '../json.ts';
import type { PullRequest } from '../pull-request.ts';

interface HeadQuestion {
  /** With the commits of its pull request, as GitHub tells them now where the event did not. */
  readonly event: GithubEvent;
  readonly client: GithubClient;
  /** `owner/name`. */
  readonly repository: string;
  readonly git: Git;
  /** The commit that the event runs on (`GITHUB_SHA`). */
  readonly eventCommit: string | undefined;
}

/** On others the head is what GitHub runs them on, or they are about none. */
const ASKED: readonly string[] = [
  'issue_comment',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_target',
];

/**
 * Whether a pull request got other commits after the event that started the run: whoever asked for the run
 * looked at what stood there then, and a push in between would have it work on what nobody saw.
 * @returns what is known, as a sentence; `undefined`: nothing moved.
 */
export async function movedHead(question: HeadQuestion): Promise<string | undefined> {
  const { name, pullRequest, at } = question.event;
  if (pullRequest?.head === undefined || !ASKED.includes(name)) return undefined;
  // A comment's event has no commit, so the head is the one of now. The others have the one of then.
  if (name !== 'issue_comment') return otherCheckout(question, pullRequest);
  return at === undefined ? undefined : pushedSince(question, pullRequest, at);
}

/** By GitHub's own clock: the dates of commits are their authors' to choose. */
async function pushedSince(
  { client }: HeadQuestion,
  { number, head, source, fork }: PullRequest,
  at: string,
): Promise<string | undefined> {
  const time = Date.parse(at);
  // Of any branch there. It is told in whole seconds: the same one may be before or after.
  if (Date.parse(source?.pushedAt ?? '') < time) return undefined;
  const pushes = source && head && (await pushesOf(client, source.repository, head.ref));
  const since = pushes?.filter((push) => !(Date.parse(textAt(push, 'timestamp') ?? '') < time));
  const first = since?.at(-1);
  if (first !== undefined) {
    const from = shaAt(first, 'before')?.slice(0, 7) ?? 'not known';
    return `#${number} was pushed to after the comment that started this run: its head was ${from} then, and is ${head?.sha.slice(0, 7)} now.`;
  }
  // The list may lag behind, which is for strangers to make use of.
  const isWhole = pushes?.[0] !== undefined && shaAt(pushes[0], 'after') === head?.sha;
  if (isWhole && fork === false) return undefined;
  return `It is not known whether #${number} was pushed to after the comment that started this run: its repository was, or GitHub does not tell.`;
}

/** The newest first; empty where GitHub does not say. */
async function pushesOf(client: GithubClient, repository: string, branch: string): Promise<Json[]> {
  const query = new URLSearchParams({ ref: `refs/heads/${branch}`, per_page: '100' });
  const path = `/repos/${repository}/activity?${query}`;
  const answer = await client.json(path).catch(() => undefined);
  return Array.isArray(answer) ? answer.filter(isObject) : [];
}

/**
 * What is checked out may be newer than the event: a name of a branch or of a pull request gives what it is
 * by then. That the head is the same now tells nothing, for it can be put back.
 */
async function otherCheckout(
  question: HeadQuestion,
  { number, base, head }: PullRequest,
): Promise<string | undefined> {
  const { git, eventCommit } = question;
  const [own, ...parents] = await commitOf(git, 'HEAD').catch((): string[] => []);
  if (own === undefined || head === undefined || [eventCommit, head.sha].includes(own)) {
    return undefined;
  }
  const isKnown = parents.includes(head.sha)
    ? (await mergeCommit(question, number)) === own
    : await isOfBase(question, base?.ref, own);
  return isKnown
    ? undefined
    : `What is checked out (${own.slice(0, 7)}) is neither the head ${head.sha.slice(0, 7)} that #${number} had when this run was started nor of its base. Check it out with “ref: \${{ github.event.pull_request.head.sha }}”.`;
}

/** The commit by which GitHub tries whether the head can be merged: anybody can make another one of the same parents. */
async function mergeCommit(
  { client, repository }: HeadQuestion,
  number: number,
): Promise<string | undefined> {
  const pull = await client.json(`/repos/${repository}/pulls/${number}`).catch(() => undefined);
  return isObject(pull) ? shaAt(pull, 'merge_commit_sha') : undefined;
}

async function isOfBase(
  { client, repository }: HeadQuestion,
  base: string | undefined,
  commit: string,
): Promise<boolean> {
  if (base === undefined) return false;
  const path = `/repos/${repository}/compare/${encodeURIComponent(base)}...${commit}?per_page=1`;
  const answer = await client.json(path).catch(() => undefined);
  const status = isObject(answer) ? textAt(answer, 'status') : undefined;
  return status === 'identical' || status === 'behind';
}
