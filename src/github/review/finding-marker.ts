import type { ReviewComment } from './review-api.ts';

/** Hidden lines of a comment: whose it is (workflow, job, key), and which finding it tells. */
export function findingMarkers(owner: string, fingerprint: string): string {
  return `${owner}<!-- unattended-finding:${fingerprint} -->`;
}

/** Stands in a comment whose finding is no longer reported. */
const GONE = '<!-- unattended-finding-gone -->';

/** A comment of an earlier run of the same workflow and job. */
export interface KnownComment extends ReviewComment {
  readonly fingerprint: string;
  readonly isGone: boolean;
  /** Somebody else answered: the thread is theirs to close. */
  readonly isAnswered: boolean;
}

/**
 * Our own among all comments: by marker and by author, since anybody can write the marker into a
 * comment of theirs.
 * @param login the token's account; `undefined` where it can't be learnt: any bot's.
 */
export function knownComments(
  all: readonly ReviewComment[],
  owner: string,
  login: string | undefined,
): readonly KnownComment[] {
  const isOwn = ({ author }: ReviewComment) =>
    login === undefined ? author?.isBot === true : author?.login === login;
  const answered = new Set(all.filter((comment) => !isOwn(comment)).map(({ replyTo }) => replyTo));
  return all.flatMap((comment) => {
    const { body, id, replyTo } = comment;
    if (!isOwn(comment) || replyTo !== undefined || !body.includes(owner)) return [];
    const fingerprint = /<!-- unattended-finding:([0-9a-f]{24}) -->/.exec(body)?.[1];
    if (fingerprint === undefined) return [];
    return [{ ...comment, fingerprint, isGone: body.includes(GONE), isAnswered: answered.has(id) }];
  });
}

/** The same comment, folded away behind a word that its finding is gone. */
export function goneBody(body: string, commit: string): string {
  return `_No longer reported as of ${commit.slice(0, 7)}._\n\n<details><summary>What it said</summary>\n\n${body.trimEnd()}\n\n</details>\n\n${GONE}\n`;
}
