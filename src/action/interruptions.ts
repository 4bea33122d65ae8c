import { timeIsUp } from '../agent/limits.ts';
import { Interruption } from '../agent/session.ts';

export interface Interruptions {
  readonly abort: AbortController;
  /** Stops the clock and gives the signals back. */
  release(): void;
}

/** What ends a running session from outside: its deadline, and the signals with which a runner cancels. */
export function listenForInterruptions(timeoutMinutes: number): Interruptions {
  const abort = new AbortController();
  const deadline = setTimeout(
    () => abort.abort(new Interruption('deadline', timeIsUp(timeoutMinutes))),
    // Timers hold at most 2^31-1 ms; a longer limit than that is none.
    Math.min(timeoutMinutes * 60_000, 2_147_483_647),
  );
  const cancel = (signal: NodeJS.Signals) =>
    abort.abort(new Interruption('cancelled', `The run was cancelled (${signal}).`));
  for (const signal of SIGNALS) process.on(signal, cancel);
  return {
    abort,
    release: () => {
      clearTimeout(deadline);
      for (const signal of SIGNALS) process.off(signal, cancel);
    },
  };
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];
