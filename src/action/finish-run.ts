import { inTime, TooLate } from '../agent/in-time.ts';
import { conclude } from '../agent/verdict.ts';
import { messageOf } from '../base/errors.ts';
import { commentBody } from '../report/comment.ts';
import { runOutputs } from '../report/outputs.ts';
import { stepSummary } from '../report/summary.ts';
import type { JobResult } from './commands/command.ts';
import { commentTarget, markerOf } from './comment-place.ts';
import { eventOf } from './event-of.ts';
import { deliver, ENDS_MS, measure, warn } from './finish-work.ts';
import type { FinishedRun } from './finished-run.ts';
import { type LeftToPost, leaveToPost } from './left-to-post.ts';
import { reportOptions } from './report-options.ts';
import { openComment } from './run-comment.ts';
import { runnerFiles } from './runner-files.ts';

/** After so long the comment of a run that has all its time is told to come to its end as well, ms. */
const COMMENT_MS = 15_000;

/** From an outcome to the verdict and everything that shows it. A report that fails is a warning. */
export async function finishRun(run: FinishedRun): Promise<JobResult> {
  const { door, reports, sessionId, inputs } = run;
  const left = new Set<LeftToPost>();
  const measured = await measure(run, left);
  const delivery = await deliver(run, measured, left);
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
  tellOfGaps(run);
  const sarifFile = await finishFindings(run);
  const commentUrl = await finishComment(run, delivery.notes, left);
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
  if (door.kind === 'action') await tellRunner(run, all, { executionFile, notes, left });
  const comment = commentBody(reports.state, {
    ...reportOptions(door),
    marker: markerOf(door.variables, inputs),
    notes,
    redact: reports.redactShown,
  });
  // Last of all: a job that is being cancelled may be killed while a collector lets us wait.
  const flushed = Promise.resolve(traced);
  await inTime(flushed, run.signal, ENDS_MS.told).catch(() => {});
  const errors = outcome.errors.map((text) => reports.redactor.redact(text));
  return { verdict, outputs: all, errors, comment };
}

/** A run may have ended well before its record showed that it could not be written. */
function tellOfGaps(run: FinishedRun): void {
  const { problem } = run.reports.transcript;
  if (problem === undefined) return;
  warn(run, `The transcript has gaps: ${messageOf(problem)}. Free space in RUNNER_TEMP.`);
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
  await attempt(run, lost, () => inTime(reviewPullRequest(found), run.signal, ENDS_MS.told));
  return attempt(run, 'The SARIF file could not be written', () => writeSarif(found));
}

/** The comment's address. One that does not come about in time is the post step's. */
async function finishComment(
  run: FinishedRun,
  notes: readonly string[],
  left: Set<LeftToPost>,
): Promise<string | undefined> {
  return attempt(run, 'The comment could not be written', async () => {
    try {
      const told = AbortSignal.any([run.signal, AbortSignal.timeout(COMMENT_MS)]);
      return await inTime(lastComment(run, notes), told, ENDS_MS.told);
    } catch (error) {
      if (error instanceof TooLate) left.add('comment');
      throw error;
    }
  });
}

/** Also a run that could not begin brings its comment up to date: an earlier run's would tell of that run. */
async function lastComment(
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
  shown: {
    readonly executionFile: string | undefined;
    readonly notes: readonly string[];
    readonly left: ReadonlySet<LeftToPost>;
  },
): Promise<void> {
  const { door, reports, inputs } = run;
  const { left, notes } = shown;
  const files = await runnerFiles(door.variables);
  // Each by itself: one file that can't be written takes none of the others along.
  await attempt(run, 'The outputs could not be written', () => files.setOutputs(outputs));
  if (left.size > 0)
    await attempt(run, 'The post step could not be left what to do', () =>
      leaveToPost(reports.runDirectory, { left, notes }),
    );
  const finished = left.size === 0 ? 'true' : 'partly';
  await attempt(run, 'The post step could not be told that the run has ended', () =>
    files.saveState({ finished }),
  );
  if (inputs.display_report === false) return;
  await attempt(run, 'The summary could not be written', () =>
    files.addSummary(
      stepSummary(reports.state, {
        ...reportOptions(door),
        ...(shown.executionFile === undefined ? {} : { transcriptPath: shown.executionFile }),
        notes,
        redact: reports.redactShown,
      }),
    ),
  );
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
