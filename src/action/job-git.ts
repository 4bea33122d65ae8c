import { type Git, gitIn } from '../github/git.ts';
import { fetchingWith, NETWORK_MS } from '../github/git-access.ts';
import type { GithubEvent } from '../github/github-event.ts';
import { createHttpFetch } from '../model/http-fetch.ts';
import type { Door } from './door.ts';
import type { Inputs } from './inputs.ts';

/** Git in the checkout, for the action itself: commits that are missing are fetched with the job's token if need be. */
export function jobGit(
  { kind, variables }: Door,
  inputs: Inputs,
  event: GithubEvent,
  checkout: { readonly root: string; readonly environment: Readonly<Record<string, string>> },
): Git {
  const git = gitIn(checkout.root, checkout.environment);
  const repository = event.repository ?? variables['GITHUB_REPOSITORY'];
  const token = inputs.github_token;
  if (kind !== 'action' || !token || !repository) return git;
  const serverUrl = variables['GITHUB_SERVER_URL'] || 'https://github.com';
  const fetch = createHttpFetch({ environment: variables, stallMs: NETWORK_MS });
  return fetchingWith(git, { serverUrl, repository, token, fetch });
}
