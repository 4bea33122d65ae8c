import type { GithubClient } from '../client/github-client.ts';
import type { GithubEvent } from '../github-event.ts';
import { isObject } from '../json.ts';
import { readWritten, type Written } from './written.ts';

/** Of each kind; a thread that is longer is cut, and its reader told. */
const MAX_PAGES = 20;

export interface FetchedWritten {
  readonly items: readonly Written[];
  readonly isCut: boolean;
}

/**
 * All comments, reviews and remarks on lines, oldest first.
 * @throws GithubError when one of them can't be had.
 */
export async function fetchWritten(
  client: GithubClient,
  repository: string,
  { number, pullRequest }: GithubEvent,
): Promise<FetchedWritten> {
  const lists = await Promise.all([
    fetchList(client, 'comment', `/repos/${repository}/issues/${number}/comments`),
    ...(pullRequest
      ? [
          fetchList(client, 'review', `/repos/${repository}/pulls/${number}/reviews`),
          fetchList(client, 'remark', `/repos/${repository}/pulls/${number}/comments`),
        ]
      : []),
  ]);
  const items = lists.flatMap((list) => list.items);
  return {
    items: items.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    isCut: lists.some((list) => list.isCut),
  };
}

async function fetchList(
  client: GithubClient,
  kind: Written['kind'],
  path: string,
): Promise<FetchedWritten> {
  const items: Written[] = [];
  let pages = 0;
  for await (const page of client.pages(path)) {
    items.push(...page.filter(isObject).flatMap((from) => readWritten(kind, from) ?? []));
    pages += 1;
    if (pages === MAX_PAGES) return { items, isCut: page.length > 0 };
  }
  return { items, isCut: false };
}
