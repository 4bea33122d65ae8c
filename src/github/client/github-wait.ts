/** An answer of GitHub's that is no success. */
export interface Refused {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly message: string;
}

export interface WaitOptions {
  /** Failures so far, this one included. */
  readonly tries: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** 0 to 1, for jitter: many jobs begin at the same minute. */
  readonly random: number;
}

const FIRST_MS = 500;
const MOST_MS = 30_000;
/** What GitHub asks of those who hit a secondary limit and were told no time. */
const SECONDARY_MS = 60_000;

/**
 * How long to wait before another try, ms; `undefined`: another try gives the same. A 403 is a limit
 * only where headers or words say so, else it is a right that the token lacks.
 * (docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api)
 */
export function waitBeforeRetry(refused: Refused, options: WaitOptions): number | undefined {
  const { status } = refused;
  if (status === 403 || status === 429) return limitWait(refused, options);
  return status === 408 || status >= 500 ? backOff(options) : undefined;
}

/** Twice as long each time, with up to a quarter less. */
export function backOff({ tries, random }: WaitOptions): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** (tries - 1)) * (1 - random / 4);
}

function limitWait({ status, header, message }: Refused, options: WaitOptions): number | undefined {
  const after = header('retry-after');
  if (after !== null) return withJitter(secondsOf(after, options.now), options);
  if (header('x-ratelimit-remaining') === '0') {
    const reset = Number(header('x-ratelimit-reset'));
    return withJitter(Number.isFinite(reset) ? reset * 1000 - options.now : SECONDARY_MS, options);
  }
  if (/secondary rate limit|abuse detection/i.test(message))
    return withJitter(SECONDARY_MS * 2 ** (options.tries - 1), options);
  return status === 429 ? backOff(options) : undefined;
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(value: string, now: number): number {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? SECONDARY_MS : date - now;
}

/** Never earlier than asked. */
function withJitter(ms: number, { random }: WaitOptions): number {
  const least = Math.max(0, ms);
  return least + random * Math.min(1000, least / 4);
}
