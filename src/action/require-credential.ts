import { ConfigError } from '../base/errors.ts';
import type { GithubEvent } from '../github/github-event.ts';
import { hasCloudCredentials } from '../model/cloud/cloud.ts';
import { lackOfIdentity } from '../model/identity/identity.ts';
import { onlyScripts } from './check-model-inputs.ts';
import type { Credentials } from './credentials.ts';
import type { Inputs } from './inputs.ts';
import { Skipped } from './skipped.ts';

type Variables = Readonly<Record<string, string>>;

/**
 * Asked before anything else is: nobody can do something about it in this run.
 * @throws Skipped for a pull request from a fork, which GitHub gives neither key nor identity token.
 */
export function skipForkWithoutKey(
  inputs: Inputs,
  credentials: Credentials,
  event: GithubEvent,
  variables: Variables,
): void {
  const { cloud } = credentials;
  const has =
    cloud === undefined
      ? hasModel(inputs, credentials, variables)
      : hasCloudCredentials(cloud, variables);
  if (has) return;
  if (event.pullRequest?.fork === true && event.name !== 'pull_request_target') {
    throw new Skipped(
      'This pull request comes from a fork, and GitHub gives such a run neither secrets nor a token that may write. To work on forks use two workflows: one on pull_request that uploads what it needs, and one on workflow_run that has the key.',
    );
  }
}

/**
 * Asked of those who may start a run: a stranger's comment must not make the job fail.
 * @throws ConfigError when there is no key, when something lacks for an identity, and for a profile, which is
 *   a file that steps before this one could have written.
 */
export function requireCredential(
  inputs: Inputs,
  credentials: Credentials,
  variables: Variables,
): void {
  const { apiKey, authToken, cloud, federated } = credentials;
  const others = [apiKey, authToken, cloud].filter(Boolean);
  if (onlyScripts(inputs) || others.length > 0) return;
  const profile = variables['ANTHROPIC_PROFILE']?.trim();
  if (profile) {
    throw new ConfigError(
      'The variable ANTHROPIC_PROFILE is set, but Unattended reads no profile files, as other steps could write them: drop it, and give a key or the variables that the profile stands for (ANTHROPIC_FEDERATION_RULE_ID, ANTHROPIC_ORGANIZATION_ID).',
    );
  }
  const lack = federated && lackOfIdentity(variables);
  if (lack) throw new ConfigError(lack);
  if (federated) return;
  throw new ConfigError(
    'There is no key for the API. Pass one from a secret: “anthropic_api_key: ${{ secrets.ANTHROPIC_API_KEY }}”, let the job show its identity instead (“permissions: id-token: write”, ANTHROPIC_FEDERATION_RULE_ID and ANTHROPIC_ORGANIZATION_ID), or use “model: scripted:<file>”.',
  );
}

function hasModel(
  inputs: Inputs,
  { apiKey, authToken, federated }: Credentials,
  variables: Variables,
): boolean {
  if (onlyScripts(inputs) || apiKey !== undefined || authToken !== undefined) return true;
  return federated === true && lackOfIdentity(variables) === undefined;
}
