import { ConfigError } from '../base/errors.ts';
import { branchNameProblem } from '../github/branch-name.ts';
import type { GithubEvent } from '../github/github-event.ts';
import { apiUrlOf } from './api-url.ts';
import type { Door } from './door.ts';
import type { Inputs } from './inputs.ts';

/** What becomes of the changes of a run. */
export type DeliveryPlan =
  | { readonly mode: 'patch' }
  | {
      readonly mode: 'commit' | 'pull-request';
      readonly place: DeliveryPlace;
      /** Where a pull request goes; `undefined`: to the default branch, whatever its name is by then. */
      readonly base: string | undefined;
    };

interface DeliveryPlace {
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string | undefined;
  readonly serverUrl: string;
}

/**
 * What `deliver` asks for, if this event and this token can give it.
 * @returns `undefined`: the changes stay in the checkout.
 * @throws ConfigError for what would fail at the end of the run for a reason that is known now.
 */
export function deliveryPlan(
  door: Door,
  inputs: Inputs,
  event: GithubEvent,
): DeliveryPlan | undefined {
  const { deliver } = inputs;
  if (deliver === undefined || deliver === 'none') return undefined;
  if (deliver === 'patch') return { mode: deliver };
  const shown = `${door.shown('deliver')} “${deliver}”`;
  if (deliver === 'commit') requireOwnPullRequest(event, shown);
  else refuseReadOnly(event, shown);
  return {
    mode: deliver,
    place: placeOf(door, inputs, event, shown),
    base: baseOf(door, inputs, event),
  };
}

function requireOwnPullRequest({ name, pullRequest }: GithubEvent, shown: string): void {
  if (pullRequest === undefined) {
    throw new ConfigError(
      `${shown} puts a commit onto a pull request’s branch, and the event “${name}” is about none. Use “pull-request”, or run on pull_request.`,
    );
  }
  if (pullRequest.fork === true) {
    throw new ConfigError(
      `${shown} can’t write to the branch of #${pullRequest.number}: it lies in a fork. Use “patch”.`,
    );
  }
}

/** On these events GitHub gives a fork's pull request a token that can't write, whatever the job asks for. */
const READ_ONLY: readonly string[] = [
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
];

function refuseReadOnly({ name, pullRequest }: GithubEvent, shown: string): void {
  if (pullRequest?.fork !== true || !READ_ONLY.includes(name)) return;
  throw new ConfigError(
    `${shown} can’t make a branch for #${pullRequest.number}: it comes from a fork, and the token of its runs can’t write. Use “patch”.`,
  );
}

function placeOf(
  { variables, shown: shownName }: Door,
  inputs: Inputs,
  event: GithubEvent,
  shown: string,
): DeliveryPlace {
  const repository = event.repository ?? variables['GITHUB_REPOSITORY'];
  const token = inputs.github_token;
  if (token === undefined) {
    throw new ConfigError(`${shown} needs ${shownName('github_token')}: a token that may write.`);
  }
  if (repository === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new ConfigError(
      `${shown} needs a repository on GitHub: set GITHUB_REPOSITORY to owner/name.`,
    );
  }
  return {
    repository,
    token,
    apiUrl: apiUrlOf(variables),
    graphqlUrl: variables['GITHUB_GRAPHQL_URL'] || undefined,
    serverUrl: (variables['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, ''),
  };
}

/** A pull request is for what the run was about: the branch of its pull request, or the branch it ran on. */
function baseOf({ variables }: Door, inputs: Inputs, event: GithubEvent): string | undefined {
  if (inputs.base_branch !== undefined) return inputs.base_branch;
  const { pullRequest } = event;
  if (pullRequest?.fork === false) return pullRequest.head?.ref;
  if (!['push', 'workflow_dispatch'].includes(event.name)) return undefined;
  const branch = /^refs\/heads\/(.+)$/.exec(variables['GITHUB_REF'] ?? '')?.[1];
  return branch !== undefined && branchNameProblem(branch) === undefined ? branch : undefined;
}
