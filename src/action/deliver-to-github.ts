import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliverCommit } from '../github/delivery/deliver-commit.ts';
import { deliverPullRequest } from '../github/delivery/deliver-pull-request.ts';
import { deliveryApi } from '../github/delivery/delivery-api.ts';
import type { Delivered, DeliveryScene } from '../github/delivery/delivery-scene.ts';
import { gitRemote } from '../github/delivery/git-remote.ts';
import { judgeChanges } from '../github/delivery/judge-changes.ts';
import { NETWORK_MS } from '../github/git-access.ts';
import { createHttpFetch } from '../model/http-fetch.ts';
import { DELIVERY_BEGUN } from './delivery-end.ts';
import type { DeliveryPlan } from './delivery-plan.ts';
import { commitMessage, pullPlan } from './delivery-words.ts';
import type { DeliveringRun, DeliveringScene } from './open-delivery.ts';

/** @returns `undefined`: all of it is there already. @throws DeliveryError, GithubError, GitError. */
export async function deliverToGithub(
  run: DeliveringRun,
  { judge, trees }: DeliveringScene,
  plan: Exclude<DeliveryPlan, { readonly mode: 'patch' }>,
): Promise<Delivered | undefined> {
  const { door, job, reports } = run;
  const { place } = plan;
  const record = (words: string) =>
    appendFileSync(join(job.workspace.runDirectory, DELIVERY_BEGUN), words && `${words}\n`);
  record('');
  const scene: DeliveryScene = {
    git: judge.git,
    trees,
    repository: place.repository,
    api: deliveryApi({
      ...place,
      fetch: createHttpFetch({ environment: door.variables, stallMs: 20_000 }),
    }),
    remote: gitRemote(judge.git, {
      ...place,
      fetch: createHttpFetch({ environment: door.variables, stallMs: NETWORK_MS }),
    }),
    message: commitMessage(run),
    problemsOf: (before, after) => judgeChanges(judge, { before, after, published: before }),
    record,
    say: (level, text) => reports.emit({ type: 'notice', at: Date.now(), level, text }),
  };
  if (plan.mode === 'pull-request') return deliverPullRequest(scene, pullPlan(run, plan.base));
  const { pullRequest } = job.event;
  if (pullRequest === undefined) throw new Error('A commit is for a pull request.');
  const { number, head } = pullRequest;
  return deliverCommit(scene, { number, headAtStart: head?.sha });
}
