import { inTime, TooLate } from '../agent/in-time.ts';
import { messageOf } from '../base/errors.ts';
import type { Outcome } from '../events/outcome.ts';
import { type DeliveryEnd, deliveryEnd, NOTHING_DELIVERED } from './delivery-end.ts';
import type { FinishedRun } from './finished-run.ts';
import type { LeftToPost } from './left-to-post.ts';

/** How long after the word to end its parts are waited for, ms: git, then what GitHub and others have to say. */
export const ENDS_MS = { measured: 3_900, delivered: 4_200, told: 4_500 } as const;

/** With what changed. A run of which nobody knows that is no success without changes. */
export async function measure(run: FinishedRun, left: Set<LeftToPost>): Promise<Outcome> {
  const { outcome, companions, signal } = run;
  if (companions === undefined) return { ...outcome, changedFiles: [] };
  try {
    const changedFiles = await inTime(companions.changedFiles(), signal, ENDS_MS.measured);
    return { ...outcome, changedFiles };
  } catch (error) {
    if (error instanceof TooLate) left.add('work');
    const words = `What changed could not be measured: ${messageOf(error)}`;
    warn(run, words);
    if (outcome.stopReason !== 'completed') return outcome;
    return { ...outcome, stopReason: 'error', errors: [words, ...outcome.errors] };
  }
}

/** Loaded only where there is something to deliver or to keep. */
export async function deliver(
  run: FinishedRun,
  outcome: Outcome,
  left: Set<LeftToPost>,
): Promise<DeliveryEnd> {
  const { door, job, reports, companions, signal } = run;
  if (job === undefined || companions === undefined) return NOTHING_DELIVERED;
  if (job.delivery === undefined && !isLeftBehind(outcome)) return NOTHING_DELIVERED;
  const { deliverRun } = await import('./deliver-run.ts');
  const work = deliverRun({ door, job, reports, companions, outcome });
  try {
    return await inTime(work, signal, ENDS_MS.delivered);
  } catch (error) {
    left.add('work');
    const what = job.delivery === undefined ? 'kept as a patch' : 'delivered';
    const words = `The work could not be ${what}: ${messageOf(error)}. The post step keeps it as a patch.`;
    warn(run, words);
    if (outcome.stopReason !== 'completed') return NOTHING_DELIVERED;
    return deliveryEnd({ stopReason: 'delivery_failed', errors: [words] });
  }
}

/** Half of a work lies in a checkout that goes with the job. */
function isLeftBehind({ stopReason, changedFiles }: Outcome): boolean {
  return stopReason !== 'completed' && changedFiles.length > 0;
}

export function warn({ reports }: Pick<FinishedRun, 'reports'>, text: string): void {
  reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text });
}
