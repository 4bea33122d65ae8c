import type { GithubClient } from '../github/client/github-client.ts';
import type { Accounts } from '../github/gate/accounts.ts';
import { isGated } from '../github/gate/gate.ts';
import type { GithubEvent } from '../github/github-event.ts';
import { createHttpFetch } from '../model/http-fetch.ts';
import { apiUrlOf, graphqlUrlOf } from './api-url.ts';
import type { Door } from './door.ts';
import type { Inputs } from './inputs.ts';

/** GitHub, to be asked about an event. */
export interface EventGithub {
  readonly client: GithubClient;
  /** At GraphQL's address. */
  readonly graph: GithubClient;
  readonly repository: string;
  readonly accounts: Accounts;
  readonly complete: (event: GithubEvent) => Promise<GithubEvent>;
}

/** The run waits for it: what takes longer is gone without. */
const PATIENCE_MS = 30_000;

/**
 * `undefined`: the event needs no answer of GitHub's, there is no token, or the run was started by hand.
 * The client is loaded where there is something to ask.
 */
export async function eventGithub(
  { kind, variables }: Door,
  inputs: Inputs,
  event: GithubEvent,
): Promise<EventGithub | undefined> {
  const repository = event.repository ?? variables['GITHUB_REPOSITORY'];
  const token = inputs.github_token;
  if (kind !== 'action' || !token || !isRepository(repository)) return undefined;
  if (event.number === undefined && event.workflowRun === undefined && !isGated(event)) {
    return undefined;
  }
  const [{ githubClient }, { accountsOf }, { completeEvent }] = await Promise.all([
    import('../github/client/github-client.ts'),
    import('../github/gate/accounts.ts'),
    import('../github/complete-event.ts'),
  ]);
  const fetch = createHttpFetch({ environment: variables, stallMs: 20_000 });
  const access = { token, fetch, patienceMs: PATIENCE_MS };
  const client = githubClient({ ...access, apiUrl: apiUrlOf(variables) });
  return {
    client,
    graph: githubClient({ ...access, apiUrl: graphqlUrlOf(variables) }),
    repository,
    accounts: accountsOf(client, repository),
    complete: (given) => completeEvent(given, client, repository),
  };
}

/** It becomes part of addresses. */
function isRepository(name: string | undefined): name is string {
  return name !== undefined && /^[\w.-]+\/[\w.-]+$/.test(name);
}
