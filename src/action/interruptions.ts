import { timeIsUp } from '../agent/limits.ts';
import { Interruption } from '../agent/session.ts';
import { messageOf } from '../base/errors.ts';
import type { ToolAtWork } from '../mcp/in-process/tool-at-work.ts';

export interface Interruptions {
  readonly abort: AbortController;
  /** Sets the time of the run: minutes from its start. */
  limitTo(minutes: number): void;
  /** Stops the clock and gives the signals back. */
  release(): void;
}

interface Listeners {
  /** Told of what nobody caught. Must not throw. */
  readonly onCrash: (text: string) => void;
  /** The run has been told to end for `OVERDUE_MS`, and is still there. */
  readonly onOverdue: (reason: Interruption) => void;
  /** When the run began, by `performance.now()`. */
  readonly startedAt: number;
  /** Whose work throws, where it is not the run's own. */
  readonly toolAtWork: () => ToolAtWork | undefined;
}

/** From the word that a run has to end to its end by force, ms: five seconds are what it may take. */
export const OVERDUE_MS = 4_700;

/** The longest a timer can wait. A longer limit than that is none. */
const MOST_MS = 2_147_483_647;

/** Runners send SIGINT and then SIGTERM to cancel; SIGHUP comes where a terminal is closed. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * What ends a run from outside: its deadline, the signals with which a runner cancels, and what
 * nobody caught. The first of them counts, from the start of the run to its last report.
 */
export function listenForInterruptions({
  onCrash,
  onOverdue,
  startedAt,
  toolAtWork,
}: Listeners): Interruptions {
  const abort = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
  let overdue: NodeJS.Timeout | undefined;
  const interrupt = (reason: Interruption) => {
    if (abort.signal.aborted) return;
    overdue = setTimeout(() => onOverdue(reason), OVERDUE_MS);
    abort.abort(reason);
  };
  const cancel = (signal: NodeJS.Signals) =>
    interrupt(new Interruption('cancelled', `The job was told to end (${signal}).`));
  // Also what a promise rejects with: Node raises it as an uncaught exception.
  const crash = (error: unknown) => {
    const call = toolAtWork();
    if (call) {
      onCrash(`Something failed that ${call.tool} did not wait for: ${messageOf(error)}`);
      return call.fail(error);
    }
    onCrash(`Something failed that nobody waited for: ${messageOf(error)}`);
    const trace = error instanceof Error && error.stack ? `\n${error.stack}` : '';
    interrupt(new Interruption('error', `Unattended crashed: ${messageOf(error)}${trace}`));
  };
  for (const signal of SIGNALS) process.on(signal, cancel);
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  }
  // A file that may grow no more: the write that fails says so, which a killed process can't.
  process.on('SIGXFSZ', ignore);
  process.on('uncaughtException', crash);
  return {
    abort,
    limitTo: (minutes) => {
      clearTimeout(deadline);
      const left = Math.min(minutes * 60_000 - (performance.now() - startedAt), MOST_MS);
      const isUp = () => interrupt(new Interruption('deadline', timeIsUp(minutes)));
      deadline = setTimeout(isUp, Math.max(0, left));
    },
    release: () => {
      clearTimeout(deadline);
      clearTimeout(overdue);
      for (const signal of SIGNALS) process.off(signal, cancel);
      process.off('SIGXFSZ', ignore);
      process.off('uncaughtException', crash);
    },
  };
}

/** A reader that is gone is no reason to end: everything else still tells of the run. */
function ignore(): void {}
