import { ConfigError } from '../base/errors.ts';
import type { GithubEvent } from '../github/github-event.ts';
import { hasCloudCredentials } from '../model/cloud/cloud.ts';
import { onlyScripts } from './check-model-inputs.ts';
import type { Credentials } from './credentials.ts';
import type { Inputs } from './inputs.ts';
import { Skipped } from './skipped.ts';

/**
 * Asked before anything else is: nobody can do something about it in this run.
 * @throws Skipped for a pull request from a fork, which GitHub gives no key.
 */
export function skipForkWithoutKey(
  inputs: Inputs,
  credentials: Credentials,
  event: GithubEvent,
  variables: Readonly<Record<string, string>>,
): void {
  const { cloud } = credentials;
  const has =
    cloud === undefined ? hasModel(inputs, credentials) : hasCloudCredentials(cloud, variables);
  if (has) return;
  if (event.pullRequest?.fork === true && event.name !== 'pull_request_target') {
    throw new Skipped(
      'This pull request comes from a fork, and GitHub gives such a run neither secrets nor a token that may write. To work on forks use two workflows: one on pull_request that uploads what it needs, and one on workflow_run that has the key.',
    );
  }
}

/**
 * Asked of those who may start a run: a stranger's comment must not make the job fail.
 * @throws ConfigError when there is no key.
 */
export function requireCredential(inputs: Inputs, credentials: Credentials): void {
  if (hasModel(inputs, credentials)) return;
  throw new ConfigError(
    'There is no key for the API. Pass one from a secret: “anthropic_api_key: ${{ secrets.ANTHROPIC_API_KEY }}”, or use “model: scripted:<file>”.',
  );
}

function hasModel(inputs: Inputs, { apiKey, authToken, cloud }: Credentials): boolean {
  return (
    onlyScripts(inputs) || apiKey !== undefined || authToken !== undefined || cloud !== undefined
  );
}
