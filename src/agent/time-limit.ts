/** The time of a run. Durations are of a clock that nobody sets. */
export interface TimeLimit {
  readonly minutes: number;
  /** Since the run began, what came before the agent included. */
  readonly elapsedMs: () => number;
}

const MINUTE = 60_000;

/** What is kept for the end of a run: a tenth of its time, a minute at least (of a very short one half), ten at most. */
function reservedMs(minutes: number): number {
  const all = minutes * MINUTE;
  return Math.min(Math.max(all / 10, MINUTE), 10 * MINUTE, all / 2);
}

/** From here on the agent has to wrap up. */
export function wrapUpAtMs({ minutes }: Pick<TimeLimit, 'minutes'>): number {
  return minutes * MINUTE - reservedMs(minutes);
}

/** From here on there is time for one last answer, and none for more work. */
export function lastTurnAtMs({ minutes }: Pick<TimeLimit, 'minutes'>): number {
  return minutes * MINUTE - reservedMs(minutes) / 3;
}
