import { join } from 'node:path';
import type { Outcome } from '../events/outcome.ts';
import { openDeliveryStore } from '../github/delivery/delivery-store.ts';
import type { Change } from '../github/delivery/find-secrets.ts';
import type { Judge } from '../github/delivery/judge-changes.ts';
import type { SnapshotTrees } from '../github/snapshot.ts';
import type { Companions } from './companions.ts';
import type { Door } from './door.ts';
import type { Job } from './prepare-job.ts';
import type { Reports } from './reports.ts';
import { steeringFiles } from './steering-files.ts';

export interface DeliveringRun {
  readonly door: Door;
  readonly job: Job;
  readonly reports: Reports;
  readonly companions: Companions;
  /** With the changed files in it. */
  readonly outcome: Outcome;
}

export interface DeliveringScene {
  readonly trees: SnapshotTrees;
  readonly change: Change;
  readonly judge: Judge;
  readonly patchFile: string;
}

/** Makes the store that a delivery works in. */
export async function openDelivery(
  { door, job, reports }: DeliveringRun,
  trees: SnapshotTrees,
): Promise<DeliveringScene> {
  const { git: checkout, workspace, gitEnvironment: environment } = job;
  const { root, runDirectory } = workspace;
  const folder = join(runDirectory, 'delivery');
  const { objects } = trees;
  const git = await openDeliveryStore({ git: checkout, root, folder, objects, environment });
  return {
    trees,
    change: { ...trees, published: trees.head },
    judge: {
      git,
      root,
      limits: job.policy.delivery,
      steering: steeringFiles({ ...job, root, start: door.start }),
      scratch: join(folder, 'measured.patch'),
      found: (text) => reports.redactor.found(text),
    },
    patchFile: join(runDirectory, 'changes.patch'),
  };
}
