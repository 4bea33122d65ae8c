import { messageOf } from '../base/errors.ts';

/** There are no credentials to be had for the API: asking again gets none either. */
export class CredentialFailure extends Error {
  override readonly name = 'CredentialFailure';
}

/** Connections that fail are worth another try: they stay what they are. */
const NETWORK = /^(E[A-Z]+|UND_ERR_.*)$/u;

/**
 * Asks for credentials.
 * @throws CredentialFailure with the words of whoever gives them; the error of a connection that failed.
 */
export async function credentials<Value>(who: string, get: () => Promise<Value>): Promise<Value> {
  try {
    return await get();
  } catch (error) {
    if (isNetwork(error)) throw error;
    throw new CredentialFailure(`${who} gave no credentials: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function isNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return NETWORK.test(code) || isNetwork(error.cause);
}
