import type { GithubClient } from '../client/github-client.ts';
import { GithubError } from '../client/github-error.ts';
import { isObject, type Json, numberAt, objectAt, objectsAt, textAt } from '../json.ts';

/** Threads of a pull request, which only GraphQL knows. */
export interface ReviewThreads {
  /** By the id of the comment that began them; of all pages. */
  readonly list: () => Promise<ReadonlyMap<number, Thread>>;
  readonly resolve: (thread: Thread) => Promise<void>;
  readonly reopen: (thread: Thread) => Promise<void>;
}

interface Thread {
  readonly id: string;
  readonly isResolved: boolean;
}

const LIST = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    reviewThreads(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id isResolved comments(first: 1) { nodes { databaseId } } }
    }
  } }
}`;
const mutation = (name: string) =>
  `mutation($id: ID!) { ${name}(input: {threadId: $id}) { thread { isResolved } } }`;

/** @param client for the address of GraphQL. */
export function reviewThreads(
  client: GithubClient,
  repository: string,
  number: number,
): ReviewThreads {
  const [owner = '', name = ''] = repository.split('/');
  return {
    list: async () => {
      const threads = new Map<number, Thread>();
      let after: string | undefined;
      do {
        const data = await ask(client, LIST, { owner, name, number, after: after ?? null });
        const page = objectAt(
          objectAt(objectAt(data, 'repository'), 'pullRequest'),
          'reviewThreads',
        );
        for (const node of objectsAt(page, 'nodes')) keep(threads, node);
        const info = objectAt(page, 'pageInfo');
        after = info?.['hasNextPage'] === true ? textAt(info, 'endCursor') : undefined;
      } while (after !== undefined);
      return threads;
    },
    resolve: async ({ id }) => {
      await ask(client, mutation('resolveReviewThread'), { id });
    },
    reopen: async ({ id }) => {
      await ask(client, mutation('unresolveReviewThread'), { id });
    },
  };
}

function keep(threads: Map<number, Thread>, node: Json): void {
  const [first] = objectsAt(objectAt(node, 'comments'), 'nodes');
  const comment = numberAt(first, 'databaseId');
  const id = textAt(node, 'id');
  if (comment === undefined || id === undefined) return;
  threads.set(comment, { id, isResolved: node['isResolved'] === true });
}

/** @throws GithubError for errors in the answer too: GraphQL tells them with status 200. */
async function ask(client: GithubClient, query: string, variables: Json): Promise<Json> {
  const answer = await client.json('', { method: 'POST', body: { query, variables } });
  const given = isObject(answer) ? answer : undefined;
  const [error] = objectsAt(given, 'errors');
  if (error) {
    const status = textAt(error, 'type') === 'FORBIDDEN' ? 403 : undefined;
    throw new GithubError(`GitHub answered: ${textAt(error, 'message') ?? 'an error'}`, status);
  }
  return objectAt(given, 'data') ?? {};
}
