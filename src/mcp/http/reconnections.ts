/** A server says how soon a stream is to be opened anew; between these it is believed, at first and later on, ms. */
const SOONEST_MS = 100;
const SOONEST_LATER_MS = 2_000;
const LATEST_MS = 30_000;
/** That is how long “at first” is. */
const FIRST_TIMES = 20;
/** Streams that end over and over are opened so often in a run. */
const MAX_TIMES = 200;

/**
 * When a stream that ended is opened anew (MCP, “Resumability and Redelivery”). Waiting does not keep the run alive,
 * and a server that says “at once”, or “in a month”, gets neither.
 * @returns what ends all that waits, and the SDK's scheduler
 */
export function reconnections() {
  const waiting = new Set<NodeJS.Timeout>();
  let times = 0;
  const schedule = (reconnect: () => void, delayMs: number) => {
    times += 1;
    if (times > MAX_TIMES) return undefined;
    const soonest = times > FIRST_TIMES ? SOONEST_LATER_MS : SOONEST_MS;
    const timer = setTimeout(
      () => {
        waiting.delete(timer);
        reconnect();
      },
      Math.min(Math.max(delayMs, soonest), LATEST_MS),
    );
    timer.unref();
    waiting.add(timer);
    return () => clearTimeout(timer);
  };
  const end = () => {
    for (const timer of waiting) clearTimeout(timer);
    waiting.clear();
  };
  return { schedule, end };
}
