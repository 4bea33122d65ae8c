import { messageOf } from '../../base/errors.ts';
import { GithubError } from '../client/github-error.ts';
import { goneBody, type KnownComment, knownComments } from './finding-marker.ts';
import type { NewComment, ReviewApi } from './review-api.ts';
import type { ReviewThreads } from './review-threads.ts';

/** A finding, ready to stand at lines of the diff. The most severe come first. */
export interface PlacedFinding extends NewComment {
  readonly fingerprint: string;
}

export interface ReviewParts {
  readonly api: ReviewApi;
  readonly threads: ReviewThreads;
  /** The hidden line that tells this workflow, job and key from others. */
  readonly marker: string;
  readonly commit: string;
  readonly placed: readonly PlacedFinding[];
  /** Fingerprints of all that was found, those that stand nowhere in the diff too. */
  readonly reported: ReadonlySet<string>;
  /** Whether all was looked at: else what is missing may still be there. */
  readonly complete: boolean;
  /** The words of the review above its comments, by how many it has. */
  readonly headline: (count: number) => string;
  /** Told what could not be done. Must not throw. */
  readonly warn: (text: string) => void;
}

/** More than this at once is a wall: the rest stands in the list. */
const MAX_NEW = 50;

/**
 * One review with what is new; what an earlier run said is not said again, and what is gone is
 * resolved. @throws GithubError where GitHub refuses the comments altogether.
 */
export async function postReview(parts: ReviewParts): Promise<void> {
  const { api, marker, placed, reported } = parts;
  const [login, all] = [await api.identity(), await api.comments()];
  const known = knownComments(all, marker, login);
  const before = new Map(known.map((comment) => [comment.fingerprint, comment]));
  const fresh = placed.filter(({ fingerprint }) => !before.has(fingerprint)).slice(0, MAX_NEW);
  if (fresh.length > 0) await post(fresh, parts);
  await reopen(
    placed.flatMap((finding) => {
      const comment = before.get(finding.fingerprint);
      return comment?.isGone ? [{ comment, finding }] : [];
    }),
    parts,
  );
  const stale = known.filter(
    ({ fingerprint, isGone, isAnswered }) => !isGone && !isAnswered && !reported.has(fingerprint),
  );
  if (parts.complete) await retire(stale, parts);
}

async function post(fresh: readonly PlacedFinding[], parts: ReviewParts): Promise<void> {
  const comments = fresh.map(({ fingerprint: _known, ...comment }) => comment);
  try {
    await parts.api.review(parts.headline(comments.length), comments);
  } catch (error) {
    // One line that GitHub finds in no diff refuses the whole review: then each by itself.
    if (!isRefusedContent(error)) throw error;
    let refused = 0;
    for (const comment of comments) {
      try {
        await parts.api.comment(comment);
      } catch (single) {
        if (!isRefusedContent(single)) throw single;
        refused += 1;
      }
    }
    if (refused > 0)
      parts.warn(
        `GitHub took ${comments.length - refused} of ${comments.length} comments at lines (${messageOf(error)}); the rest stands in the list of findings.`,
      );
  }
}

/** What was gone and is there again: its comment says what it said at first. */
async function reopen(
  back: readonly { readonly comment: KnownComment; readonly finding: PlacedFinding }[],
  { api, threads, warn }: ReviewParts,
): Promise<void> {
  if (back.length === 0) return;
  try {
    for (const { comment, finding } of back) await api.edit(comment.id, finding.body);
    const known = await threads.list().catch(() => undefined);
    for (const { comment } of back) {
      const thread = known?.get(comment.id);
      if (thread?.isResolved) await threads.reopen(thread).catch(() => {});
    }
  } catch (error) {
    warn(`Comments of findings that are back could not be reopened: ${messageOf(error)}`);
  }
}

/** Says so in the comment, and resolves its thread where the token may (GitHub asks for `contents: write`). */
async function retire(
  stale: readonly KnownComment[],
  { api, threads, commit, warn }: ReviewParts,
): Promise<void> {
  if (stale.length === 0) return;
  try {
    const known = await threads.list().catch(() => undefined);
    let mayResolve = known !== undefined;
    for (const comment of stale) {
      await api.edit(comment.id, goneBody(comment.body, commit));
      const thread = known?.get(comment.id);
      if (!mayResolve || thread === undefined || thread.isResolved) continue;
      mayResolve = await threads.resolve(thread).then(
        () => true,
        () => false,
      );
    }
  } catch (error) {
    warn(`Comments of findings that are gone could not be resolved: ${messageOf(error)}`);
  }
}

function isRefusedContent(error: unknown): boolean {
  return error instanceof GithubError && error.status === 422;
}
