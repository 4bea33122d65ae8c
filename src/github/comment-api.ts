import { accountAt } from './account.ts';
import { githubClient } from './client/github-client.ts';
import { isNotFound, statusOf } from './client/github-error.ts';
import { isObject, type Json, numberAt, textAt } from './json.ts';

/** The calls of GitHub's REST API that a sticky comment needs. */
export interface CommentApi {
  /** The account that the token belongs to; `undefined` where it can't be learnt (a job's own token). */
  identity(): Promise<string | undefined>;
  /** All comments of the issue or pull request, page by page, oldest first. */
  list(): AsyncIterable<readonly IssueComment[]>;
  create(body: string): Promise<IssueComment>;
  /** `undefined`: the comment is gone. */
  update(id: number, body: string): Promise<IssueComment | undefined>;
}

export interface IssueComment {
  readonly id: number;
  readonly body: string;
  readonly url: string;
  /** `undefined` for a deleted account. */
  readonly author: { readonly login: string; readonly isBot: boolean } | undefined;
}

export interface CommentPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly issue: number;
  readonly token: string;
  /** The API's address, such as `https://api.github.com`. */
  readonly apiUrl: string;
  /** Makes the requests: ours, which heeds the proxy settings. */
  readonly fetch: typeof fetch;
}

/** A comment that can't be written must not hold up the end of the run. */
const PATIENCE_MS = 20_000;

/** A client for the comments of one issue. */
export function commentApi(place: CommentPlace): CommentApi {
  const { apiUrl, token, fetch } = place;
  const client = githubClient({ apiUrl, token, fetch, patienceMs: PATIENCE_MS });
  const issues = `/repos/${place.repository}/issues`;
  return {
    identity: async () => {
      try {
        const user = await client.json('/user');
        return isObject(user) ? textAt(user, 'login') : undefined;
      } catch (error) {
        // Where nobody answers, nobody will say which comments there are.
        if ([401, undefined].includes(statusOf(error))) throw error;
        return undefined;
      }
    },
    async *list() {
      const pages = client.pages(`${issues}/${place.issue}/comments`);
      for await (const page of pages) yield page.filter(isObject).flatMap(readComment);
    },
    create: async (body) => {
      const path = `${issues}/${place.issue}/comments`;
      return madeOf(await client.json(path, { method: 'POST', body: { body } }));
    },
    update: async (id, body) => {
      try {
        const path = `${issues}/comments/${id}`;
        return madeOf(await client.json(path, { method: 'PATCH', body: { body } }));
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
  };
}

function readComment(data: Json): IssueComment[] {
  const id = numberAt(data, 'id');
  if (id === undefined) return [];
  const author = accountAt(data, 'user');
  const body = textAt(data, 'body') ?? '';
  return [{ id, body, url: textAt(data, 'html_url') ?? '', author }];
}

function madeOf(data: unknown): IssueComment {
  const [comment] = isObject(data) ? readComment(data) : [];
  if (comment === undefined) throw new TypeError('GitHub’s answer is no comment.');
  return comment;
}
