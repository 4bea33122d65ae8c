import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFailure, type ApiRetry } from './model.ts';
import { judgeFailure, type Trouble } from './trouble.ts';

export interface RetryPolicy {
  readonly maxRetries: number;
  /** Tries again while no connection comes about: a wrong address should not take minutes. */
  readonly maxUnreachable: number;
  /** The first wait after an answer such as 529; it doubles from there, ms. */
  readonly baseMs: number;
  readonly capMs: number;
  /** The longest first wait after a connection that broke, ms. */
  readonly cutMs: number;
  /** A server that asks for more than this is not waited for, ms. */
  readonly maxWaitMs: number;
  /** So many answers that the model is overloaded are enough: another one waits to take over. */
  readonly maxOverloaded: number;
  /** A 429 that names no time is a spend cap: waiting doesn't help. */
  readonly spendCaps: boolean;
  /** How long the run may still take, ms: a wait beyond that is not begun. */
  readonly msLeft: () => number;
  /** There is money for another try. */
  readonly hasMoney: () => boolean;
  /** 0 to 1, for jitter. */
  readonly random: () => number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxRetries: 10,
  maxUnreachable: 6,
  baseMs: 500,
  capMs: 30_000,
  cutMs: 50,
  maxWaitMs: 15 * 60_000,
  spendCaps: true,
  maxOverloaded: Number.POSITIVE_INFINITY,
  msLeft: () => Number.POSITIVE_INFINITY,
  hasMoney: () => true,
  random: Math.random,
};

/**
 * Runs `attempt` until it works, as long as what it throws is worth another try.
 * @throws ApiFailure with the API's words when it gives up; the abort reason when aborted.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  policy: RetryPolicy,
  onRetry: (retry: ApiRetry) => void,
  signal: AbortSignal,
): Promise<Result> {
  const seen: Seen = { kind: undefined, inARow: 0, overloaded: 0 };
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const trouble = judgeFailure(error, policy.spendCaps);
      note(seen, trouble);
      const delayMs = Math.round(delayFor(trouble, seen.inARow, policy));
      const maxRetries = retriesFor(trouble, policy, tries, seen.overloaded);
      if (tries > maxRetries || delayMs >= policy.msLeft() || !policy.hasMoney()) {
        throw failure(trouble, tries, whyNoWait(trouble, delayMs, policy), error);
      }
      const { status, message, requestId } = trouble;
      onRetry({ attempt: tries, maxRetries, delayMs, status, error: message, requestId });
      // A sleep that was aborted rejects with an error of its own: the next round throws the reason.
      await sleep(delayMs, undefined, { signal }).catch(() => {});
    }
  }
}

/** What went wrong in this request so far. */
interface Seen {
  kind: Trouble['kind'] | undefined;
  /** How often in a row it was of that kind. */
  inARow: number;
  /** How often in all the model was overloaded. */
  overloaded: number;
}

/** A connection that breaks after the API was overloaded is a new trouble, not more of the old. */
function note(seen: Seen, { kind, overloaded }: Trouble): void {
  seen.inARow = kind === seen.kind ? seen.inARow + 1 : 1;
  seen.kind = kind;
  if (overloaded) seen.overloaded += 1;
}

function retriesFor(
  trouble: Trouble,
  policy: RetryPolicy,
  tries: number,
  overloaded: number,
): number {
  if (trouble.kind === 'fatal' || (trouble.retryAfterMs ?? 0) > policy.maxWaitMs) return 0;
  if (trouble.kind === 'unreachable') return policy.maxUnreachable;
  if (!trouble.overloaded) return policy.maxRetries;
  return Math.min(policy.maxRetries, tries + policy.maxOverloaded - overloaded - 1);
}

/** What the server asks for is the least; jitter keeps many jobs from coming back at once. */
function delayFor(trouble: Trouble, inARow: number, policy: RetryPolicy): number {
  const { baseMs, capMs, cutMs, random } = policy;
  if (trouble.retryAfterMs !== undefined) {
    return trouble.retryAfterMs + random() * Math.min(baseMs, trouble.retryAfterMs / 4);
  }
  const swift = trouble.kind !== 'refused';
  if (swift && inARow === 1) return random() * cutMs;
  const doubled = Math.min(capMs, baseMs * 2 ** (inARow - (swift ? 2 : 1)));
  return doubled * (1 - random() / 4);
}

function failure(trouble: Trouble, tries: number, why: string, cause: unknown): ApiFailure {
  const { status, requestId, tooLong, overloaded } = trouble;
  const said = sentence(trouble, tries);
  // The API's words may have their own full stop.
  const message = why === '' ? said : `${said.replace(/\.$/u, '')}${why}`;
  return new ApiFailure(message, { status, requestId, tooLong, overloaded, cause });
}

function sentence(trouble: Trouble, tries: number): string {
  const times = tries > 1 ? ` (tried ${tries} times)` : '';
  if (trouble.kind === 'cut') return `The connection to the API broke${times}: ${trouble.message}`;
  if (!trouble.answered) return `The API can't be reached${times}: ${trouble.message}`;
  return `The API answered ${trouble.message}${times}`;
}

/** Why a wait that could help isn't begun; empty: it was not for its length. */
function whyNoWait(trouble: Trouble, delayMs: number, policy: RetryPolicy): string {
  if (trouble.kind === 'fatal') return '';
  const asked = trouble.retryAfterMs ?? 0;
  const wait = Math.round(asked / 1000);
  if (asked > policy.maxWaitMs) {
    return `. It asks to wait ${wait} s, which is longer than a run waits.`;
  }
  const left = policy.msLeft();
  if (delayMs < left) {
    return policy.hasMoney()
      ? ''
      : '. What it used up leaves no money to try again (max_budget_usd).';
  }
  const rest = `${Math.max(0, Math.floor(left / 1000))} s of the run's time are left`;
  return asked > 0
    ? `. It asks to wait ${wait} s, but only ${rest}.`
    : `. There is no time to try again: ${rest}.`;
}
