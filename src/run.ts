import type { JobResult } from './action/commands/command.ts';
import { accompany, type Companions } from './action/companions.ts';
import { secretsOf } from './action/credentials.ts';
import type { Door } from './action/door.ts';
import { endOfStart } from './action/end-of-start.ts';
import { type Inputs, readInputs } from './action/inputs.ts';
import { listenForInterruptions } from './action/interruptions.ts';
import { openSession } from './action/open-session.ts';
import { type Job, prepareJob } from './action/prepare-job.ts';
import { openReports, type Reports } from './action/reports.ts';
import { createRunFolder } from './action/run-folder.ts';
import { runInfo } from './action/run-info.ts';
import { openTracing, type RunTracing } from './action/tracing.ts';
import { runAgent } from './agent/run-agent.ts';
import { randomUuid } from './base/random.ts';
import type { Outcome } from './events/outcome.ts';
import { hiddenTextNote } from './github/job-prompt.ts';

/**
 * A whole run: inputs → job → session → outcome → reports. Never rejects for what goes wrong in it:
 * that is an outcome, told like any other.
 */
export async function run(door: Door): Promise<JobResult> {
  const startedAt = Date.now();
  const sessionId = randomUuid();
  const secrets = secretsOf(door);
  const folder = createRunFolder(door.variables['RUNNER_TEMP'] || undefined, sessionId);
  const showFullOutput = door.inputs['show_full_output']?.trim().toLowerCase() === 'true';
  const reports = openReports({
    door,
    secrets,
    runDirectory: folder.path,
    sessionId,
    showFullOutput,
  });
  let inputs: Inputs = {};
  let job: Job | undefined;
  let companions: Companions | undefined;
  let tracing: RunTracing | undefined;
  let outcome: Outcome;
  try {
    tracing = await openTracing({ door, reports, sessionId });
    inputs = readInputs(door.inputs, door.shown);
    if (folder.problem) throw folder.problem;
    job = await prepareJob(door, inputs, folder.path);
    companions = accompany({ door, job, reports, loadTheEnd: () => void theEnd() });
    outcome = await runSession({ door, job, reports, companions, tracing, sessionId });
  } catch (error) {
    outcome = endOfStart(error, Date.now() - startedAt);
  }
  const { finishRun } = await theEnd();
  return finishRun({ door, inputs, job, reports, companions, tracing, outcome, sessionId });
}

async function runSession(parts: {
  readonly door: Door;
  readonly job: Job;
  readonly reports: Reports;
  readonly companions: Companions;
  readonly tracing: RunTracing | undefined;
  readonly sessionId: string;
}): Promise<Outcome> {
  const { door, job, reports, companions, tracing, sessionId } = parts;
  const { abort, release } = listenForInterruptions(job.policy.limits.timeout_minutes);
  try {
    const session = await openSession({
      door,
      job,
      sessionId,
      abort,
      // Counted from the start of the process: what came before the agent is time of the run as well.
      time: {
        minutes: job.policy.limits.timeout_minutes,
        elapsedMs: () => performance.now(),
      },
      emit: reports.emit,
      secrets: secretsOf(door),
      redact: (text) => reports.redactor.redact(text),
      redactStream: () => reports.redactor.stream(),
      transcriptPath: reports.transcript.journalPath,
      recordFailure: () => reports.transcript.problem,
      beforeChange: companions.beforeChange,
      tellContext: companions.tellContext,
      hookDirectory: companions.hookDirectory,
    });
    reports.emit({
      type: 'run_started',
      at: Date.now(),
      info: runInfo({ door, job, session, sessionId, traceId: tracing?.traceId }),
    });
    if (job.recorded) {
      const { tellResumed } = await import('./action/resume/tell-resumed.ts');
      tellResumed(job.recorded, { id: sessionId, state: session.appState() }, reports);
    }
    for (const text of [...(job.policy.warnings ?? []), ...(tracing?.warnings ?? [])]) {
      reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text });
    }
    for (const text of [...job.idle, ...(job.context?.gaps ?? [])]) {
      reports.emit({ type: 'notice', at: Date.now(), level: 'notice', text });
    }
    for (const text of [hiddenTextNote(job.event) ?? [], ...job.notes].flat()) {
      reports.emit({ type: 'notice', at: Date.now(), level: 'notice', text, inComment: true });
    }
    return await runAgent(session);
  } finally {
    release();
  }
}

/** Crypto is for the delimiters of outputs: a large part of Node, like all of this best loaded early. */
async function theEnd() {
  process.getBuiltinModule('node:crypto');
  return import('./action/finish-run.ts');
}
