/** Values of `cache_control.ttl` beyond its default of five minutes. */
export type CacheTtl = '1h';

/** A call that runs so long makes, with the answer before it, a gap of five minutes; ms. */
const LONG_CALL_MS = 4 * 60_000;

/**
 * How long the API shall keep what stands before the messages, the tools and the system prompt; `undefined`:
 * its five minutes.
 *
 * The arithmetic, in units of what reading that part uncached costs (prompt caching page of the API
 * documentation, 2026-11): writing it costs 1.25 for five minutes and 2 for an hour, reading it 0.1 at the
 * most, and each read starts the time anew. So five minutes are lost only where two requests of a run are
 * further apart than that, and then cost 1.25 − 0.1 = 1.15 more; an hour costs 2 − 1.25 = 0.75 more, once. It
 * pays from the first gap on, and is a loss where there is none. Gaps come from calls that take minutes, so
 * what the policy lets a call take decides. The messages stay at five minutes: there every turn's addition
 * would cost 0.75 more, not one write. (An hour has to stand before five minutes in a request, as it does.)
 * @param longestCallMs how long one call may take.
 */
export function cacheTtl(longestCallMs: number): CacheTtl | undefined {
  return longestCallMs >= LONG_CALL_MS ? '1h' : undefined;
}
