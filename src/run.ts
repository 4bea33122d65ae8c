import type { JobResult } from './action/commands/command.ts';
import { accompany, type Companions } from './action/companions.ts';
import { secretsOf } from './action/credentials.ts';
import { actionDoor, type Door } from './action/door.ts';
import { endOfStart } from './action/end-of-start.ts';
import { forceEnd, watchTheEnd } from './action/force-end.ts';
import { type Inputs, inputsFromVariables, readInputs } from './action/inputs.ts';
import { listenForInterruptions } from './action/interruptions.ts';
import { type RunningMcp, startMcp } from './action/mcp/session-mcp.ts';
import { openSession } from './action/open-session.ts';
import { type Job, prepareJob } from './action/prepare-job.ts';
import { openReports, type Reports } from './action/reports.ts';
import { createRunFolder } from './action/run-folder.ts';
import { runInfo } from './action/run-info.ts';
import { openTracing, type RunTracing } from './action/tracing.ts';
import { inTime, TooLate } from './agent/in-time.ts';
import { runAgent } from './agent/run-agent.ts';
import { Interruption } from './agent/session.ts';
import { messageOf } from './base/errors.ts';
import { leave } from './base/leave.ts';
import { randomUuid } from './base/random.ts';
import type { Outcome } from './events/outcome.ts';
import { hiddenTextNote } from './github/job-prompt.ts';

/** How long a run may take to find out how long it may take. */
const START_MINUTES = 20;

/** A run as the runner starts it, to its exit. One module for the door to load: each further one takes a millisecond. */
export async function runAction(environment: Parameters<typeof actionDoor>[0]): Promise<void> {
  const { verdict } = await run(
    actionDoor(environment, inputsFromVariables(environment.variables)),
  );
  // Whatever a library left open must not keep the job alive; stdout is flushed first.
  process.stdout.write('', () => void leave(verdict.exitCode));
}

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
  const parts = () => ({ door, reports, runDirectory: folder.path, inputs, job });
  const interruptions = listenForInterruptions({
    startedAt: door.startedAt ?? 0,
    toolAtWork: () => door.brought?.toolAtWork(),
    onCrash: (text) => reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text }),
    onOverdue: (reason) => forceEnd(parts(), reason),
  });
  const { abort } = interruptions;
  let callOff = () => {};
  try {
    tracing = await openTracing({ door, reports, sessionId });
    inputs = readInputs(door.inputs, door.shown);
    if (folder.problem) throw folder.problem;
    interruptions.limitTo(inputs.timeout_minutes ?? START_MINUTES);
    job = await unlessTold(prepareJob(door, inputs, folder.path), abort.signal);
    const { timeout_minutes } = job.policy.limits;
    interruptions.limitTo(timeout_minutes);
    // Without it a run still has its own clock.
    const watch = async () => {
      callOff = await watchTheEnd(parts(), timeout_minutes);
    };
    companions = accompany({ door, job, reports, loadTheEnd: () => void loadTheEnd() });
    const session = { door, job, reports, companions, tracing, sessionId, abort };
    outcome = await runSession({ ...session, onSent: () => void watch().catch(() => {}) });
  } catch (error) {
    outcome = endOfStart(error, Date.now() - startedAt);
  }
  const { finishRun } = await theEnd();
  const { signal } = abort;
  try {
    const run = { door, inputs, job, reports, companions, tracing, outcome, sessionId, signal };
    return await finishRun(run);
  } catch (error) {
    return forceEnd(parts(), new Interruption('error', `Unattended crashed: ${messageOf(error)}`));
  } finally {
    callOff();
    interruptions.release();
  }
}

interface SessionParts {
  readonly door: Door;
  readonly job: Job;
  readonly reports: Reports;
  readonly companions: Companions;
  readonly tracing: RunTracing | undefined;
  readonly sessionId: string;
  readonly abort: AbortController;
  /** The first request is on its way. */
  readonly onSent: () => void;
}

/** MCP servers start beside all else, and none outlives the session. */
async function runSession(parts: SessionParts): Promise<Outcome> {
  const mcp = startMcp(parts);
  try {
    return await runWith(parts, mcp);
  } finally {
    await mcp.close();
  }
}

async function runWith(parts: SessionParts, mcp: RunningMcp): Promise<Outcome> {
  const { door, job, reports, companions, tracing, sessionId, abort } = parts;
  const elapsedMs = () => performance.now() - (door.startedAt ?? 0);
  const opened = openSession({
    door,
    job,
    sessionId,
    abort,
    // Counted from the start of the run: what came before the agent is time of it as well.
    time: { minutes: job.policy.limits.timeout_minutes, elapsedMs },
    emit: reports.emit,
    secrets: secretsOf(door),
    hide: (found) => reports.redactor.hide(found),
    redact: (text) => reports.redactor.redact(text),
    redactStream: () => reports.redactor.stream(),
    transcriptPath: reports.transcript.journalPath,
    recordFailure: () => reports.transcript.problem,
    beforeChange: companions.beforeChange,
    tellContext: () => {
      parts.onSent();
      return companions.tellContext();
    },
    hookDirectory: companions.hookDirectory,
    mcp: mcp.opened,
  });
  const session = await unlessTold(opened, abort.signal);
  const { servers, notes, idle } = await mcp.opened;
  reports.emit({
    type: 'run_started',
    at: Date.now(),
    info: runInfo({ door, job, session, servers, sessionId, traceId: tracing?.traceId }),
  });
  if (job.recorded) {
    const { tellResumed } = await import('./action/resume/tell-resumed.ts');
    tellResumed(job.recorded, { id: sessionId, state: session.appState() }, reports);
  }
  for (const text of [...(job.policy.warnings ?? []), ...(tracing?.warnings ?? [])]) {
    reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text });
  }
  const told = [...idle, ...(job.context?.gaps ?? []), ...job.knowledge.takeNotices()];
  for (const text of [...job.idle, ...told]) {
    reports.emit({ type: 'notice', at: Date.now(), level: 'notice', text });
  }
  for (const text of [hiddenTextNote(job.event) ?? [], ...job.notes, ...notes].flat()) {
    reports.emit({ type: 'notice', at: Date.now(), level: 'notice', text, inComment: true });
  }
  return runAgent(session);
}

/** @throws the `Interruption` of a run that was told to end meanwhile. */
async function unlessTold<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const given = await inTime(work, signal, 0).catch((error: unknown) => {
    throw error instanceof TooLate ? signal.reason : error;
  });
  signal.throwIfAborted();
  return given;
}

/** While the model thinks; a run that ends before that needs no small heap. */
async function loadTheEnd(): Promise<void> {
  await theEnd();
  const { keepHeapSmall } = await import('./action/keep-heap-small.ts');
  keepHeapSmall();
}

/** Crypto is for the delimiters of outputs: a large part of Node, like all of this best loaded early. */
async function theEnd() {
  process.getBuiltinModule('node:crypto');
  return import('./action/finish-run.ts');
}
