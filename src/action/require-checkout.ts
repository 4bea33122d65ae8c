import { ConfigError } from '../base/errors.ts';
import { notItsCheckout } from '../github/delivery/its-checkout.ts';
import type { Git } from '../github/git.ts';
import type { GithubEvent } from '../github/github-event.ts';
import type { DeliveryPlan } from './delivery-plan.ts';

/**
 * A commit for a pull request needs its checkout, and most events have another one. On `pull_request` it
 * is the usual one, so that no git call stands before the first request there.
 * @throws ConfigError where an hour's work could not be delivered.
 */
export async function requireCheckout(
  plan: DeliveryPlan | undefined,
  { name, pullRequest }: GithubEvent,
  git: Git,
): Promise<void> {
  const head = pullRequest?.head?.sha;
  if (plan?.mode !== 'commit' || name === 'pull_request' || head === undefined) return;
  const wrong = await notItsCheckout(git, 'HEAD', head);
  if (wrong !== undefined) throw new ConfigError(`deliver “commit” can't work: ${wrong}`);
}
