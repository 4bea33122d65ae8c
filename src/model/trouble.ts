import { APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk/error';
import { messageOf } from '../base/errors.ts';
import { CredentialFailure } from './credential-failure.ts';
import { foreignWords } from './foreign-words.ts';

/** What a failed try means for the next one. */
export interface Trouble {
  /**
   * `fatal`: trying again can't help. `refused`: the server answered, and not for good. `unreachable`:
   * no connection came about. `cut`: a connection broke, nothing says that the next one will.
   */
  readonly kind: 'fatal' | 'refused' | 'unreachable' | 'cut';
  /** Whether the API itself said it, or the connection to it failed. */
  readonly answered: boolean;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The API's own words, or the system's. */
  readonly message: string;
  /** The request is longer than the model or the API takes. */
  readonly tooLong: boolean;
  /** The model has no room just now. */
  readonly overloaded: boolean;
  /** How long the server asks us to wait, ms. */
  readonly retryAfterMs: number | undefined;
}

/** `error` events in a stream that another try can't help. */
const FATAL_TYPES: ReadonlySet<string> = new Set([
  'invalid_request_error',
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'request_too_large',
  // Bedrock's exceptions.
  'validationException',
  'accessDeniedException',
  'resourceNotFoundException',
]);

/**
 * How the API says that a conversation doesn't fit (errors and context windows pages of its
 * documentation): the prompt alone, or the prompt together with `max_tokens`. Bedrock and gateways
 * say it in words of their own.
 */
const TOO_LONG =
  /prompt is too long|input length and `?max_tokens`? exceed|exceeds? (the )?(model's )?(maximum )?context (window|limit|length)|input is too long/iu;

/** Nothing listens there, or nothing is called that. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/u;
/** A certificate that isn't accepted, or an address that is none, stays so. */
const HOPELESS = /CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|UNABLE_TO_|^ERR_INVALID_|^HPE_/u;

/** A try that failed after the API had given the request its id. */
export class FailedTry extends Error {
  override readonly name = 'FailedTry';
  readonly requestId: string | undefined;

  constructor(cause: unknown, requestId: string | undefined) {
    super(messageOf(cause), { cause });
    this.requestId = requestId;
  }
}

/**
 * Judges what a try failed with. `spendCaps`: a 429 that names no time is a spend cap and doesn't pass by
 * waiting, as with the first-party API; clouds name none for their ordinary limits.
 */
export function judgeFailure(error: unknown, spendCaps = true): Trouble {
  if (!(error instanceof FailedTry)) return judgeCause(error, spendCaps);
  const judged = judgeCause(error.cause, spendCaps);
  return { ...judged, requestId: judged.requestId ?? error.requestId };
}

function judgeCause(error: unknown, spendCaps: boolean): Trouble {
  if (error instanceof APIError) {
    if (error.status !== undefined) return judgeStatus(error, spendCaps);
    if (error.type) return judgeEvent(error, error.type);
  }
  return judgeConnection(error);
}

function judgeStatus(error: APIError, spendCaps: boolean): Trouble {
  const status = error.status ?? 0;
  const retryAfterMs = retryAfter(error.headers);
  const type = error.type ? ` (${typeOf(error.type)})` : '';
  const words = wordsOf(error);
  const passing = isPassing(error, status, retryAfterMs !== undefined || !spendCaps);
  return trouble(passing ? 'refused' : 'fatal', {
    answered: true,
    status,
    retryAfterMs,
    requestId: error.requestID ?? undefined,
    overloaded: status === 529 || error.type === 'overloaded_error',
    tooLong: status === 413 || (status === 400 && TOO_LONG.test(words)),
    message: `${status}${type}: ${words}`,
  });
}

function isPassing(error: APIError, status: number, limitPasses: boolean): boolean {
  if (error.errorCode?.endsWith('spend_limit_reached')) return false;
  const advice = error.headers?.get('x-should-retry');
  if (advice === 'true') return true;
  if (advice === 'false') return false;
  if (status === 429) return limitPasses;
  return status === 408 || status === 409 || status >= 500;
}

/** The API's own are short words; a gateway's may be anything. */
function typeOf(type: unknown): string {
  return foreignWords(String(type), 100);
}

/** What the API says itself; without its own form, what the SDK took for that, which begins with the status. */
function wordsOf(error: APIError): string {
  return error.apiMessage ?? error.message.replace(/^\d{3} /u, '');
}

/** An `error` event in the stream. */
function judgeEvent(error: APIError, type: string): Trouble {
  return trouble(FATAL_TYPES.has(type) ? 'fatal' : 'refused', {
    answered: true,
    overloaded: type === 'overloaded_error',
    tooLong: type === 'request_too_large' || TOO_LONG.test(wordsOf(error)),
    message: `${typeOf(type)}: ${wordsOf(error)}`,
    requestId: error.requestID ?? undefined,
  });
}

function judgeConnection(error: unknown): Trouble {
  const missing = causesOf(error).find((cause) => cause instanceof CredentialFailure);
  if (missing) return judgeCredentials(missing);
  const root = rootOf(error);
  const code = 'code' in root && typeof root.code === 'string' ? root.code : '';
  const message = root.message || code || messageOf(error);
  if (HOPELESS.test(code) || root instanceof TypeError) return trouble('fatal', { message });
  if (NO_CONNECTION.test(code)) return trouble('unreachable', { message });
  if (error instanceof APIConnectionTimeoutError) {
    return trouble('refused', { message: 'no answer came in time' });
  }
  if (code === 'ECONNRESET') return trouble('cut', { message: 'it was closed in the middle' });
  return trouble('cut', { message });
}

function judgeCredentials({ message, details }: CredentialFailure): Trouble {
  const { passes, status, requestId, headers } = details;
  const retryAfterMs = retryAfter(headers);
  return trouble(passes ? 'refused' : 'fatal', { message, status, requestId, retryAfterMs });
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date. */
function retryAfter(headers: Pick<Headers, 'get'> | undefined): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const given = headers?.get('retry-after');
  if (!given) return undefined;
  const seconds = Number(given);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function rootOf(error: unknown): Error {
  return causesOf(error).at(-1) ?? new Error(messageOf(error));
}

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

function trouble(kind: Trouble['kind'], rest: Partial<Trouble> & { message: string }): Trouble {
  return {
    kind,
    answered: false,
    status: undefined,
    requestId: undefined,
    retryAfterMs: undefined,
    tooLong: false,
    overloaded: false,
    ...rest,
    message: foreignWords(rest.message),
  };
}
