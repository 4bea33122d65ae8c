import { appendFileSync, existsSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Redactor } from '../base/redactor.ts';
import { giveUpReserve } from '../base/reserve-file.ts';
import type { ChangedFile, ModelUse, Outcome, Verdict } from '../events/outcome.ts';
import type { StopReason } from '../policy/stop-reason.ts';
import type { FormOf } from './html/tool-forms.ts';
import { readLines, writeLinesAsArray } from './json-array-file.ts';
import { createReplay, type Replay } from './replay.ts';
import { createRunState, type ReportState, type RunState } from './run-state.ts';
import { plusEarlier } from './spent-fields.ts';
import { JOURNAL_NAME, RESERVE_NAME, TRANSCRIPT_NAME } from './transcript.ts';
import { messageOf } from './transcript-message.ts';
import { sumUsage, type UsageSum } from './usage-sum.ts';

export interface JournalOptions {
  /** What is in the journal was redacted when it was written; this is for what is made of it. */
  readonly redactor: Redactor;
  /** The page of the run; the journal of a run that never began does not have it. */
  readonly runUrl?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How it ended, where that is on record; absent: it was cancelled from outside. */
  readonly ending?: { readonly stopReason: StopReason; readonly why: string };
  /** The verdict on a run that was cut off; absent: a failure. */
  readonly verdictOf?: (outcome: Outcome, state: ReportState) => Verdict;
  /** How its calls look; absent: a line each. */
  readonly formOf?: FormOf;
  /** What the run had changed; absent: nothing. */
  readonly changedFiles?: readonly ChangedFile[];
  /** The price of what one model used, US dollars; absent: told as 0, an estimate. */
  readonly costOf?: (model: string, use: Omit<ModelUse, 'costUSD' | 'costIsEstimate'>) => number;
}

export interface FinishedJournal {
  /** The finished transcript. */
  readonly path: string;
  /** The run came to its own end: nothing was added. */
  readonly wasFinished: boolean;
  /** What comment and summary show. */
  readonly state: ReportState;
}

/**
 * Ends the transcript of a run that was killed: keeps its complete lines, adds a result that says
 * `cancelled`, and writes the final file. Safe to call again, and after a run that ended well.
 * @returns `undefined` when the run has no journal: it never started.
 * @throws the system's error when the files can't be read or written.
 */
export function finaliseFromJournal(
  runDirectory: string,
  options: JournalOptions,
): FinishedJournal | undefined {
  const journalPath = join(runDirectory, JOURNAL_NAME);
  if (!existsSync(journalPath)) return undefined;
  giveUpReserve(join(runDirectory, RESERVE_NAME));
  const path = join(runDirectory, TRANSCRIPT_NAME);
  const run = createRunState(options.redactor, options.runUrl);
  const replay = createReplay(options.formOf);
  const read = readJournal(journalPath, run, replay);
  if (!read.finished) {
    for (const event of replay.cutOff(options.now)) run.emit(event);
    // Half a line at the end would join with the next one.
    truncateSync(journalPath, read.end);
    appendFileSync(
      journalPath,
      endOfRun(run, { ...read, sessionId: read.sessionId || basename(runDirectory) }, options),
    );
  }
  writeLinesAsArray(journalPath, path, (line) => parse(line) !== undefined);
  return { path, wasFinished: read.finished, state: run.state };
}

interface JournalReading {
  readonly finished: boolean;
  /** Bytes up to the end of the last complete line. */
  readonly end: number;
  readonly sessionId: string;
  readonly apiStopReason: string | null;
  readonly use: UsageSum;
}

function readJournal(path: string, run: RunState, replay: Replay): JournalReading {
  let finished = false;
  let end = 0;
  let sessionId = '';
  let apiStopReason: string | null = null;
  const use = sumUsage();
  for (const line of readLines(path)) {
    end = line.end;
    const message = parse(line.text);
    if (!message) continue;
    finished ||= message['type'] === 'result';
    sessionId ||= String(message['session_id'] ?? '');
    for (const event of replay.take(message)) {
      run.emit(event);
      if (event.type !== 'assistant') continue;
      apiStopReason = event.message.stop_reason;
      use.add(event.message, event.durationMs);
    }
  }
  return { finished, end, sessionId, apiStopReason, use };
}

/** The result line of a run that could not write its own. */
function endOfRun(run: RunState, read: JournalReading, options: JournalOptions): string {
  const { state } = run;
  const began = state.info !== undefined;
  const cancelled = `The run was stopped from outside before it could ${began ? 'end by itself' : 'begin'}.`;
  const { stopReason, why } = options.ending ?? { stopReason: 'cancelled', why: cancelled };
  const outcome: Outcome = {
    stopReason,
    result: state.answer,
    structuredOutput: undefined,
    errors: [why],
    numTurns: state.turns,
    // Nobody knows when it was killed: a command may have run for long after the last message.
    durationMs: Math.max(0, options.now - (state.startedAt ?? options.now)),
    ...plusEarlier(state.info?.resumedFrom?.spent, read.use.total(options.costOf), state.turns),
    denials: state.denials,
    changedFiles: options.changedFiles ?? [],
  };
  const verdict = options.verdictOf?.(outcome, state) ?? {
    conclusion: 'failure',
    stopReason,
    headline: `Cancelled: ${why}`,
    exitCode: 1,
  };
  const event = { type: 'run_finished', at: options.now, outcome, verdict } as const;
  run.emit(event);
  const { sessionId, apiStopReason } = read;
  return `${JSON.stringify(messageOf(event, { sessionId, apiStopReason }))}\n`;
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
