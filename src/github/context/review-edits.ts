import type { GithubClient } from '../client/github-client.ts';
import { GithubError } from '../client/github-error.ts';
import { isObject, type Json, numberAt, objectAt, objectsAt, textAt } from '../json.ts';
import type { Written } from './written.ts';

/** GitHub's REST API shows the text of a review as it is now, and not when it was changed. */
const QUERY = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { reviews(last: 100) { nodes { databaseId lastEditedAt } } }
  }
}`;

/**
 * When the newest hundred reviews were changed last, by id, ISO 8601; those that never were are absent.
 * @param graph a client at GraphQL's address.
 * @throws GithubError when it can't be learnt.
 */
export async function reviewEdits(
  graph: GithubClient,
  repository: string,
  number: number,
): Promise<ReadonlyMap<number, string>> {
  const [owner, name] = repository.split('/');
  const body = { query: QUERY, variables: { owner, name, number } };
  const answer = await graph.json('', { method: 'POST', body });
  const data = isObject(answer) ? objectAt(answer, 'data') : undefined;
  const pull = objectAt(objectAt(data, 'repository'), 'pullRequest');
  if (pull === undefined) throw new GithubError(`GitHub answered ${wordsOf(answer)}`, undefined);
  const edits = new Map<number, string>();
  for (const review of objectsAt(objectAt(pull, 'reviews'), 'nodes')) {
    const id = numberAt(review, 'databaseId');
    const at = textAt(review, 'lastEditedAt');
    if (id !== undefined && at !== undefined) edits.set(id, at);
  }
  return edits;
}

/** A text with the time of its last change, where that is known. */
export function withEdit(item: Written, edits: ReadonlyMap<number, string>): Written {
  const at = item.kind === 'review' && item.id !== undefined ? edits.get(item.id) : undefined;
  return at === undefined ? item : { ...item, changedAt: at };
}

function wordsOf(answer: unknown): string {
  const [first] = objectsAt(isObject(answer) ? (answer as Json) : undefined, 'errors');
  return textAt(first, 'message') ?? 'no pull request';
}
