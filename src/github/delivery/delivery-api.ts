import { type GithubClient, githubClient } from '../client/github-client.ts';
import { isNotFound } from '../client/github-error.ts';
import { isObject, type Json, numberAt, objectAt, objectsAt, shaAt, textAt } from '../json.ts';
import { type PullRequest, readPullRequest } from '../pull-request.ts';

/** A pull request that is open, as the list of them shows it. */
export interface OpenPull {
  readonly number: number;
  readonly url: string;
  readonly body: string;
  readonly branch: string;
  /** The branch lies in this repository and not in a fork of it. */
  readonly isOwn: boolean;
}

interface CommitFacts {
  readonly sha: string | undefined;
  readonly tree: string | undefined;
  readonly parent: string | undefined;
}

export interface PullText {
  readonly title: string;
  readonly body: string;
}

/** What a delivery asks of GitHub, in its words. Nothing here merges, approves, tags or forces. */
export interface DeliveryApi {
  /** Also where it was renamed meanwhile. */
  readonly defaultBranch: () => Promise<string | undefined>;
  readonly pull: (
    number: number,
  ) => Promise<(PullRequest & { readonly isOpen: boolean }) | undefined>;
  /** The commit that a branch stands on; `undefined`: there is no such branch. */
  readonly head: (branch: string) => Promise<string | undefined>;
  readonly commit: (sha: string) => Promise<Pick<CommitFacts, 'tree' | 'parent'>>;
  /** Commits that `head` has and `base` has not, 250 at most; `undefined`: it does not stand on `base`. */
  readonly since: (base: string, head: string) => Promise<readonly CommitFacts[] | undefined>;
  /** @returns its id for `deleteBranch`. */
  readonly createBranch: (branch: string, sha: string) => Promise<string | undefined>;
  readonly deleteBranch: (id: string) => Promise<void>;
  readonly openPulls: (base: string) => Promise<readonly OpenPull[]>;
  readonly createPull: (
    pull: PullText & { readonly head: string; readonly base: string; readonly draft: boolean },
  ) => Promise<{ number: number; url: string }>;
  readonly updatePull: (number: number, change: Partial<PullText>) => Promise<void>;
  readonly addLabels: (number: number, labels: readonly string[]) => Promise<void>;
  /** @returns the answer's `data` and `errors`. */
  readonly graphql: (query: string, variables: Json) => Promise<Json>;
}

type ClientOptions = Parameters<typeof githubClient>[0];

/** @param graphqlUrl as in `GITHUB_GRAPHQL_URL`; absent: where GitHub has it beside `apiUrl`. */
export function deliveryApi(
  options: ClientOptions & {
    readonly repository: string;
    readonly graphqlUrl?: string | undefined;
  },
): DeliveryApi {
  const client = githubClient(options);
  const repo = `/repos/${options.repository}`;
  const graphqlUrl = options.graphqlUrl ?? `${options.apiUrl.replace(/\/v3\/*$/, '')}/graphql`;
  const graph = githubClient({ ...options, apiUrl: graphqlUrl });
  const post = (path: string, body: unknown) =>
    client.json(`${repo}${path}`, { method: 'POST', body });
  const graphql = async (query: string, variables: Json) =>
    objectOf(await graph.json('', { method: 'POST', body: { query, variables } }));
  return {
    graphql,
    defaultBranch: async () => textAt(objectOf(await client.json(repo)), 'default_branch'),
    pull: async (number) => {
      const pull = objectOf(await client.json(`${repo}/pulls/${number}`));
      const read = readPullRequest(pull);
      return read && { ...read, isOpen: textAt(pull, 'state') === 'open' };
    },
    head: (branch) => headOf(client, `${repo}/git/ref/heads/${inPath(branch)}`),
    commit: async (sha) => {
      const commit = objectOf(await client.json(`${repo}/git/commits/${sha}`));
      return { tree: treeOf(commit), parent: parentOf(commit) };
    },
    since: async (base, head) => {
      const answer = objectOf(await client.json(`${repo}/compare/${base}...${head}`));
      if (!['ahead', 'identical'].includes(textAt(answer, 'status') ?? '')) return undefined;
      return objectsAt(answer, 'commits').map((one) => ({
        sha: shaAt(one, 'sha'),
        tree: treeOf(objectAt(one, 'commit')),
        parent: parentOf(one),
      }));
    },
    createBranch: async (branch, sha) =>
      textAt(objectOf(await post('/git/refs', { ref: `refs/heads/${branch}`, sha })), 'node_id'),
    deleteBranch: async (id) => {
      const query = 'mutation($id: ID!) { deleteRef(input: {refId: $id}) { clientMutationId } }';
      await graphql(query, { id });
    },
    openPulls: async (base) => {
      const found: OpenPull[] = [];
      const path = `${repo}/pulls?state=open&base=${encodeURIComponent(base)}`;
      for await (const page of client.pages(path)) found.push(...page.flatMap(openPull));
      return found;
    },
    createPull: async (pull) => {
      const made = objectOf(await post('/pulls', pull));
      return { number: numberAt(made, 'number') ?? 0, url: textAt(made, 'html_url') ?? '' };
    },
    updatePull: async (number, change) => {
      await client.json(`${repo}/pulls/${number}`, { method: 'PATCH', body: change });
    },
    addLabels: async (number, labels) => {
      await post(`/issues/${number}/labels`, { labels });
    },
  };
}

function treeOf(commit: Json | undefined): string | undefined {
  return shaAt(objectAt(commit, 'tree'), 'sha');
}

function parentOf(commit: Json): string | undefined {
  const [first] = objectsAt(commit, 'parents');
  return first && shaAt(first, 'sha');
}

async function headOf(client: GithubClient, path: string): Promise<string | undefined> {
  try {
    return shaAt(objectAt(objectOf(await client.json(path)), 'object'), 'sha');
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function openPull(pull: unknown): OpenPull[] {
  if (!isObject(pull)) return [];
  const head = objectAt(pull, 'head');
  const repository = (side: Json | undefined) => textAt(objectAt(side, 'repo'), 'full_name');
  const number = numberAt(pull, 'number');
  const branch = textAt(head, 'ref');
  if (number === undefined || branch === undefined) return [];
  return [
    {
      number,
      branch,
      url: textAt(pull, 'html_url') ?? '',
      body: textAt(pull, 'body') ?? '',
      isOwn:
        repository(head) !== undefined && repository(head) === repository(objectAt(pull, 'base')),
    },
  ];
}

function objectOf(answer: unknown): Json {
  return isObject(answer) ? answer : {};
}

/** Slashes of a branch stay slashes in the address of its ref. */
function inPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}
