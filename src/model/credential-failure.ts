import { messageOf } from '../base/errors.ts';

/** What is known of a refusal beyond its words. */
interface FailureDetails {
  /** Whoever gives them has trouble of its own: asking again may get some. Absent: it gets none either. */
  readonly passes?: boolean;
  /** Of its answer. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Of its answer: they may say when to come back. */
  readonly headers?: Pick<Headers, 'get'> | undefined;
}

/** There are no credentials to be had for the API. */
export class CredentialFailure extends Error {
  override readonly name = 'CredentialFailure';
  readonly details: FailureDetails;

  constructor(message: string, { cause, ...details }: FailureDetails & { cause?: unknown } = {}) {
    super(message, { cause });
    this.details = details;
  }
}

/**
 * Asks for credentials.
 * @throws CredentialFailure with the words of whoever gives them, which passes where it was in trouble itself;
 *   the error of a connection that failed.
 */
export async function credentials<Value>(who: string, get: () => Promise<Value>): Promise<Value> {
  try {
    return await get();
  } catch (error) {
    if (error instanceof CredentialFailure || isNetwork(error)) throw error;
    const status = statusOf(error);
    throw new CredentialFailure(`${who} gave no credentials: ${messageOf(error)}`, {
      cause: error,
      passes: status !== undefined && isTrouble(status),
      status,
    });
  }
}

/** Of an answer that will be another one later. */
export function isTrouble(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** Connections that fail are worth another try: they stay what they are. */
const NETWORK = /^(E[A-Z]+|UND_ERR_.*)$/u;
/** What files fail with has the same form: one that is not there is not there the next time. */
const OF_FILES = /^(ENOENT|ENOTDIR|EISDIR|EACCES|EPERM|ELOOP|ENAMETOOLONG)$/u;

function isNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (NETWORK.test(code) && !OF_FILES.test(code)) || isNetwork(error.cause);
}

/** As the SDKs of AWS and Google say it, and we do. */
function statusOf(error: unknown): number | undefined {
  const { status, $metadata } = error as {
    status?: unknown;
    $metadata?: { httpStatusCode?: unknown };
  };
  const found = $metadata?.httpStatusCode ?? status;
  return typeof found === 'number' ? found : undefined;
}
