import { conclude } from '../agent/verdict.ts';
import { messageOf } from '../base/errors.ts';
import type { Outcome } from '../events/outcome.ts';
import { commentBody } from '../report/comment.ts';
import { runOutputs } from '../report/outputs.ts';
import { stepSummary } from '../report/summary.ts';
import type { JobResult } from './commands/command.ts';
import { commentTarget, markerOf } from './comment-place.ts';
import type { Companions } from './companions.ts';
import { type DeliveryEnd, NOTHING_DELIVERED } from './delivery-end.ts';
import type { Door } from './door.ts';
import { eventOf } from './event-of.ts';
import type { Inputs } from './inputs.ts';
import type { Job } from './prepare-job.ts';
import { reportOptions } from './report-options.ts';
import type { Reports } from './reports.ts';
import { openComment } from './run-comment.ts';
import { runnerFiles } from './runner-files.ts';
import type { RunTracing } from './tracing.ts';

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
}

/** From an outcome to the verdict and everything that shows it. A report that fails is a warning. */
export async function finishRun(run: FinishedRun): Promise<JobResult> {
  const { door, reports, sessionId, inputs } = run;
  const measured = await measure(run);
  const delivery = await deliver(run, measured);
  const outcome = {
    ...measured,
    stopReason: delivery.stopReason ?? measured.stopReason,
    errors: [...delivery.errors, ...measured.errors],
  };
  const reached = conclude(outcome, {
    failOn: run.job?.policy.failOn ?? inputs.fail_on,
    shouldDeliver: run.job?.outputSchema !== undefined || run.job?.delivery !== undefined,
    delivered: outcome.structuredOutput !== undefined || delivery.delivered,
  });
  // Whoever reads that it is done must not look for what it did.
  const verdict = run.job?.inputs.dry_run
    ? { ...reached, headline: `Dry run: ${reached.headline}` }
    : reached;
  reports.emit({ type: 'run_finished', at: Date.now(), outcome, verdict });
  const traced = run.tracing?.finish();
  const executionFile = await attempt(run, 'The transcript could not be written', () =>
    reports.transcript.finalise(),
  );
  const sarifFile = await finishFindings(run);
  const commentUrl = await attempt(run, 'The comment could not be written', () =>
    finishComment(run, delivery.notes),
  );
  const { outputs, warnings } = runOutputs({
    outcome,
    verdict,
    executionFile: executionFile ?? '',
    sessionId,
    redactor: reports.redactor,
  });
  for (const text of warnings) warn(run, text);
  const all = {
    ...outputs,
    ...delivery.outputs,
    sarif_file: sarifFile ?? '',
    comment_url: commentUrl ?? '',
  };
  const { notes } = delivery;
  if (door.kind === 'action') await tellRunner(run, all, { executionFile, notes });
  const comment = commentBody(reports.state, {
    ...reportOptions(door),
    marker: markerOf(door.variables, inputs),
    notes,
    redact: reports.redactShown,
  });
  // Last of all: a job that is being cancelled may be killed while a collector lets us wait.
  await traced;
  const errors = outcome.errors.map((text) => reports.redactor.redact(text));
  return { verdict, outputs: all, errors, comment };
}

/** Loaded only where there is something to deliver. */
async function deliver(run: FinishedRun, outcome: Outcome): Promise<DeliveryEnd> {
  const { door, job, reports, companions } = run;
  if (job?.delivery === undefined || companions === undefined) return NOTHING_DELIVERED;
  const { deliverRun } = await import('./deliver-run.ts');
  return deliverRun({ door, job, reports, companions, outcome });
}

/** Makes of what was found a file and comments at its lines; the path of the file. */
async function finishFindings(run: FinishedRun): Promise<string | undefined> {
  // Loaded only where there is something to hand over.
  if (run.reports.state.findings === undefined) return undefined;
  const { findingsOf, reviewPullRequest, writeSarif } = await import('./finish-findings.ts');
  const found = findingsOf(run);
  if (found === undefined) return undefined;
  const lost =
    'The findings could not be put at their lines (they stand in the summary; to have them there, give the job “permissions: pull-requests: write”)';
  await attempt(run, lost, () => reviewPullRequest(found));
  return attempt(run, 'The SARIF file could not be written', () => writeSarif(found));
}

/** Also a run that could not begin brings its comment up to date: an earlier run's would tell of that run. */
async function finishComment(
  run: FinishedRun,
  notes: readonly string[],
): Promise<string | undefined> {
  if (run.companions) return run.companions.finishComment(notes);
  const event = await eventOf(run.door).catch(() => undefined);
  const target = event && commentTarget(run.door, run.inputs, event);
  if (!target || run.outcome.stopReason === 'skipped') return undefined;
  return openComment(target, run).finish();
}

async function tellRunner(
  run: FinishedRun,
  outputs: Readonly<Record<string, string>>,
  shown: { readonly executionFile: string | undefined; readonly notes: readonly string[] },
): Promise<void> {
  const { door, reports, inputs } = run;
  await attempt(run, 'Outputs and summary could not be written', async () => {
    const files = await runnerFiles(door.variables);
    files.setOutputs(outputs);
    files.saveState({ finished: 'true' });
    if (inputs.display_report === false) return;
    await files.addSummary(
      stepSummary(reports.state, {
        ...reportOptions(door),
        ...(shown.executionFile === undefined ? {} : { transcriptPath: shown.executionFile }),
        notes: shown.notes,
        redact: reports.redactShown,
      }),
    );
  });
}

/** With what changed. A run of which nobody knows that is no success without changes. */
async function measure(run: FinishedRun): Promise<Outcome> {
  const { outcome, companions } = run;
  try {
    return { ...outcome, changedFiles: (await companions?.changedFiles()) ?? [] };
  } catch (error) {
    const words = `What changed could not be measured: ${messageOf(error)}`;
    warn(run, words);
    if (outcome.stopReason !== 'completed') return outcome;
    return { ...outcome, stopReason: 'error', errors: [words, ...outcome.errors] };
  }
}

/** Does a part of the reporting; whatever it throws becomes a warning and `undefined`. */
async function attempt<T>(
  run: FinishedRun,
  what: string,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    warn(run, `${what}: ${messageOf(error)}`);
    return undefined;
  }
}

function warn({ reports }: FinishedRun, text: string): void {
  reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text });
}
