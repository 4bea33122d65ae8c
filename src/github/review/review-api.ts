import { accountAt } from '../account.ts';
import type { GithubClient } from '../client/github-client.ts';
import { isForbidden, isNotFound } from '../client/github-error.ts';
import { isObject, type Json, numberAt, textAt } from '../json.ts';

/** A comment at lines of a pull request. */
export interface ReviewComment {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly login: string; readonly isBot: boolean } | undefined;
  /** The comment that began the thread; `undefined`: this one did. */
  readonly replyTo: number | undefined;
}

export interface NewComment {
  readonly path: string;
  readonly line: number;
  /** Absent: the one line. GitHub refuses one that is the same. */
  readonly start_line?: number;
  readonly body: string;
}

export interface ReviewApi {
  /** The account that the token belongs to; `undefined` where it can't be learnt (a job's own token). */
  readonly identity: () => Promise<string | undefined>;
  /** Of all pages. */
  readonly comments: () => Promise<readonly ReviewComment[]>;
  readonly review: (body: string, comments: readonly NewComment[]) => Promise<void>;
  readonly comment: (comment: NewComment) => Promise<void>;
  readonly edit: (id: number, body: string) => Promise<void>;
}

export interface ReviewPlace {
  readonly client: GithubClient;
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  /** The commit that the comments are about. */
  readonly commit: string;
}

/** The calls of GitHub's REST API that a review needs. */
export function reviewApi({ client, repository, number, commit }: ReviewPlace): ReviewApi {
  const pull = `/repos/${repository}/pulls/${number}`;
  const post = async (path: string, body: unknown) => {
    await client.json(path, { method: 'POST', body });
  };
  return {
    identity: async () => {
      try {
        const user = await client.json('/user');
        return isObject(user) ? textAt(user, 'login') : undefined;
      } catch (error) {
        if (isForbidden(error) || isNotFound(error)) return undefined;
        throw error;
      }
    },
    comments: async () => {
      const found: ReviewComment[] = [];
      for await (const page of client.pages(`${pull}/comments`))
        found.push(...page.filter(isObject).flatMap(commentOf));
      return found;
    },
    review: (body, comments) =>
      post(`${pull}/reviews`, {
        commit_id: commit,
        event: 'COMMENT',
        body,
        comments: comments.map(onNewSide),
      }),
    comment: (comment) => post(`${pull}/comments`, { commit_id: commit, ...onNewSide(comment) }),
    edit: async (id, body) => {
      const path = `/repos/${repository}/pulls/comments/${id}`;
      await client.json(path, { method: 'PATCH', body: { body } });
    },
  };
}

function onNewSide(comment: NewComment) {
  return {
    ...comment,
    side: 'RIGHT',
    ...(comment.start_line === undefined ? {} : { start_side: 'RIGHT' }),
  };
}

function commentOf(data: Json): ReviewComment[] {
  const id = numberAt(data, 'id');
  if (id === undefined) return [];
  const replyTo = numberAt(data, 'in_reply_to_id');
  return [{ id, body: textAt(data, 'body') ?? '', author: accountAt(data, 'user'), replyTo }];
}
