import type { Outcome } from '../events/outcome.ts';
import type { Companions } from './companions.ts';
import type { Door } from './door.ts';
import type { Inputs } from './inputs.ts';
import type { Job } from './prepare-job.ts';
import type { Reports } from './reports.ts';
import type { RunTracing } from './tracing.ts';

/** A run whose agent has ended, or never began: what its end works with. */
export interface FinishedRun {
  readonly door: Door;
  readonly inputs: Inputs;
  /** `undefined` when the run ended before there was one. */
  readonly job: Job | undefined;
  readonly reports: Reports;
  readonly companions: Companions | undefined;
  readonly tracing: RunTracing | undefined;
  readonly outcome: Outcome;
  readonly sessionId: string;
  /** Aborted: the run has to end, and nothing is waited for that hangs. */
  readonly signal: AbortSignal;
}
