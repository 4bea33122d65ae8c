import type { GithubClient } from './client/github-client.ts';
import type { GithubEvent } from './github-event.ts';
import { isObject } from './json.ts';
import { readPullRequest } from './pull-request.ts';

/**
 * The event with the commits of its pull request: a comment's payload has none, and configuration must
 * come from the pull request's own base. What GitHub doesn't say stays unknown.
 */
export async function completeEvent(
  event: GithubEvent,
  client: GithubClient,
  repository: string,
): Promise<GithubEvent> {
  const { pullRequest } = event;
  if (pullRequest === undefined || pullRequest.base !== undefined) return event;
  const pull = await client
    .json(`/repos/${repository}/pulls/${pullRequest.number}`)
    .catch(() => undefined);
  const read = isObject(pull) ? readPullRequest(pull) : undefined;
  return read?.number === pullRequest.number ? { ...event, pullRequest: read } : event;
}
