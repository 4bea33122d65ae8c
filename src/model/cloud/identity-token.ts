import { readFile, stat } from 'node:fs/promises';
import { CredentialFailure, isTrouble } from '../credential-failure.ts';
import { setting } from './required.ts';

/** Tokens have a few KB. */
const MOST_BYTES = 1_000_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A short-lived token that says who this job is, for a cloud to exchange: from a file that somebody
 * keeps fresh, else from GitHub, where the job has `id-token: write` (GitHub docs: OpenID Connect
 * reference). It is read anew each time. `undefined`: there is none.
 */
export function identityToken(
  environment: Environment,
  file: string | undefined,
  audience: string,
  fetch: typeof globalThis.fetch,
): (() => Promise<string>) | undefined {
  if (file !== undefined) return () => tokenIn(file);
  const url = setting(environment, 'ACTIONS_ID_TOKEN_REQUEST_URL');
  const token = setting(environment, 'ACTIONS_ID_TOKEN_REQUEST_TOKEN');
  if (url === undefined || token === undefined) return undefined;
  return async () => {
    const address = new URL(url);
    address.searchParams.set('audience', audience);
    const response = await fetch(address, { headers: { authorization: `bearer ${token}` } });
    const value = response.ok ? valueIn(await response.text()) : undefined;
    if (value !== undefined) return value;
    const { status } = response;
    const why = response.ok ? 'its answer holds none' : status;
    throw new CredentialFailure(`GitHub gave no identity token (${why})`, {
      passes: isTrouble(status),
      status,
    });
  };
}

/** @throws CredentialFailure for what no token can be in; the error of a file that can't be read. */
async function tokenIn(file: string): Promise<string> {
  const stats = await stat(file);
  // A pipe would be waited for, and a device is read without an end.
  if (stats.isFile() && stats.size <= MOST_BYTES) return (await readFile(file, 'utf8')).trim();
  throw new CredentialFailure(
    `the file with the identity token, ${file}, is ${stats.isFile() ? 'too large for one' : 'no regular file'}`,
  );
}

function valueIn(text: string): string | undefined {
  try {
    const { value } = JSON.parse(text) as { value?: unknown };
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}
