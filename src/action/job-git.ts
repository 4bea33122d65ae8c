import { type Git, gitIn } from '../github/git.ts';
import { fetchingWith } from '../github/git-access.ts';
import type { GithubEvent } from '../github/github-event.ts';
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
  return fetchingWith(git, { serverUrl, repository, token });
}
