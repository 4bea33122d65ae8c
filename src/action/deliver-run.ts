import { messageOf } from '../base/errors.ts';
import { listOf } from '../base/text.ts';
import {
  DeliveryError,
  Unfinished,
  type Written,
  withRemedy,
} from '../github/delivery/delivery-error.ts';
import { judgeChanges } from '../github/delivery/judge-changes.ts';
import { keepPatch } from '../github/delivery/keep-patch.ts';
import type { SnapshotTrees } from '../github/snapshot.ts';
import { verifyTrees } from '../github/true-objects.ts';
import { deliveredNote, keptNote, patchNote } from '../report/delivery-notes.ts';
import { deliverToGithub } from './deliver-to-github.ts';
import { type DeliveryEnd, deliveryEnd, NOTHING_DELIVERED } from './delivery-end.ts';
import { type DeliveringRun, type DeliveringScene, openDelivery } from './open-delivery.ts';
import { reportOptions } from './report-options.ts';

/**
 * Delivers what the run changed, if it was to and came to its own end. Whatever stands in the way, the
 * work is kept as a patch; so is that of a run that broke off, wherever it was to go: a runner's checkout
 * does not outlive the job. Never rejects.
 */
export async function deliverRun(run: DeliveringRun): Promise<DeliveryEnd> {
  const { job, companions, outcome } = run;
  const ended = outcome.stopReason === 'completed';
  if (job.delivery === undefined && ended) return NOTHING_DELIVERED;
  try {
    const trees = await companions.trees();
    if (trees === undefined) return nothing(ended);
    if (trees.before === trees.after && unmeasured(trees).length === 0) return nothing(ended);
    const scene = await openDelivery(run, trees);
    try {
      return ended ? await deliver(run, scene) : await keep(run, scene);
    } catch (error) {
      const failure = failureOf(run, error);
      return await keep(run, scene, failure).catch(() => failed(run, failure));
    }
  } catch (error) {
    return failed(run, failureOf(run, error));
  }
}

interface Failure {
  readonly reason: string;
  /** Something was written, or may have been. */
  readonly unfinished: boolean;
  readonly written: Written | undefined;
}

function nothing(ended: boolean): DeliveryEnd {
  return ended ? deliveryEnd({ stopReason: 'no_changes' }) : NOTHING_DELIVERED;
}

/** What changed is not known whole, a sentence each: part of it is nothing to deliver. */
function unmeasured({ unread, failure }: SnapshotTrees): string[] {
  const paths = listOf(unread.map((path) => `“${path}”`));
  return [
    ...(unread.length > 0 ? [`${paths}: changed, and git can’t read it.`] : []),
    ...(failure === undefined ? [] : [`Git can’t take the files as they lie there: ${failure}`]),
  ];
}

async function deliver(run: DeliveringRun, scene: DeliveringScene): Promise<DeliveryEnd> {
  const { door, job } = run;
  const { judge, change, trees, patchFile } = scene;
  const { before, after, published } = change;
  await verifyTrees(
    judge.git,
    published === undefined ? [before, after] : [before, after, published],
  );
  const problems = [...unmeasured(trees), ...(await judgeChanges(judge, change))];
  if (problems.length > 0) throw new DeliveryError(problems.join(' '));
  const options = reportOptions(door);
  const plan = job.delivery;
  if (plan === undefined || plan.mode === 'patch') {
    const patch = await keepPatch(judge.git, change, patchFile, judge.found);
    if (patch === undefined) return nothing(true);
    return deliveryEnd(
      { delivered: true, notes: [patchNote(patch, options)] },
      { patch_file: patch.file },
    );
  }
  const delivered = await deliverToGithub(run, scene, plan);
  if (delivered === undefined) return nothing(true);
  const { branch, commit, pull } = delivered;
  const { serverUrl, repository } = plan.place;
  say(
    run,
    'notice',
    `Delivered: commit ${commit} on the branch ${branch}${pull ? `, ${pull.url}` : ''}`,
  );
  return deliveryEnd(
    {
      delivered: true,
      notes: [deliveredNote(delivered, pageOf(serverUrl, repository), options)],
    },
    {
      branch_name: branch,
      commit_sha: commit,
      pr_number: pull ? String(pull.number) : '',
      pr_url: pull?.url ?? '',
    },
  );
}

/** The work as a patch. @param failure why it was not delivered; absent: the run did not come to its end. */
async function keep(
  run: DeliveringRun,
  { judge, change, patchFile }: DeliveringScene,
  failure?: Failure,
): Promise<DeliveryEnd> {
  const patch = await keepPatch(judge.git, change, patchFile, judge.found);
  if (patch) say(run, 'notice', `What was changed is kept as a patch: ${patch.file}`);
  const wasToDeliver = run.job.delivery !== undefined;
  // Without a patch there is nothing to say of a work that was to stay where it is.
  if (!patch && !wasToDeliver) return NOTHING_DELIVERED;
  const note = keptNote({ ...failure, patch, wasToDeliver }, reportOptions(run.door));
  return deliveryEnd(
    {
      notes: [note],
      ...(failure && { stopReason: 'delivery_failed', errors: [failure.reason] }),
    },
    { patch_file: patch?.file ?? '', ...outputsOf(failure) },
  );
}

function outputsOf(failure: Failure | undefined) {
  const { written } = failure ?? {};
  return written ? { branch_name: written.branch, commit_sha: written.commit } : {};
}

/** Not even a patch could be made. */
function failed(run: DeliveringRun, failure: Failure): DeliveryEnd {
  const { reason } = failure;
  const wasToDeliver = run.job.delivery !== undefined;
  const notes = [keptNote({ ...failure, wasToDeliver }, reportOptions(run.door))];
  if (run.outcome.stopReason === 'completed') {
    return deliveryEnd(
      { stopReason: 'delivery_failed', errors: [reason], notes },
      outputsOf(failure),
    );
  }
  say(run, 'warning', `What was changed could not be kept as a patch: ${reason}`);
  return deliveryEnd({ notes });
}

/** File names and what GitHub says can hold a secret like any text. */
function failureOf({ reports }: DeliveringRun, error: unknown): Failure {
  const words = error instanceof DeliveryError ? error.message : withRemedy(messageOf(error));
  const isUnfinished = error instanceof Unfinished;
  return {
    reason: reports.redactor.redact(words),
    unfinished: isUnfinished,
    written: isUnfinished ? error.written : undefined,
  };
}

function pageOf(serverUrl: string, repository: string): string | undefined {
  return /^https?:\/\/[\w.:-]+$/.test(serverUrl) ? `${serverUrl}/${repository}` : undefined;
}

function say({ reports }: DeliveringRun, level: 'notice' | 'warning', text: string): void {
  reports.emit({ type: 'notice', at: Date.now(), level, text });
}
