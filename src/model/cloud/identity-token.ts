import { readFile } from 'node:fs/promises';
import { CredentialFailure } from '../credential-failure.ts';
import { setting } from './required.ts';

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
  if (file !== undefined) return async () => (await readFile(file, 'utf8')).trim();
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
    throw new CredentialFailure(`GitHub gave no identity token (${status})`, {
      passes: status >= 500 || status === 429,
      status,
    });
  };
}

function valueIn(text: string): string | undefined {
  try {
    const { value } = JSON.parse(text) as { value?: unknown };
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}
