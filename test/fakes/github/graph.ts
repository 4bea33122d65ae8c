import type { GithubWorld } from './world.ts';

/** The one query that is known here: when the reviews of a pull request were changed. */
export function answerQuery(world: GithubWorld, text: string): [status: number, body: unknown] {
  const { query, variables } = JSON.parse(text) as {
    query: string;
    variables: { owner?: string; name?: string; number?: number };
  };
  if (!/^query\(.*\breviews\(last: 100\)/s.test(query)) {
    return [200, { errors: [{ message: 'Field does not exist' }] }];
  }
  const number = variables.number ?? 0;
  if (!variables.owner || !variables.name || world.pulls?.[number] === undefined) {
    return [200, { data: { repository: null }, errors: [{ message: 'Could not resolve' }] }];
  }
  const nodes = (world.reviews?.[number] ?? []).map((review) => ({
    databaseId: review['id'],
    lastEditedAt: world.reviewEdits?.[Number(review['id'])] ?? null,
  }));
  return [200, { data: { repository: { pullRequest: { reviews: { nodes } } } } }];
}
