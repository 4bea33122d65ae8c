import { credentials } from '../credential-failure.ts';
import { identityToken } from './identity-token.ts';
import { renewed } from './renewed.ts';
import { setting } from './required.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const SCOPE = 'https://ai.azure.com/.default';
const AUTHORITY = 'https://login.microsoftonline.com/';
/** The audience that Azure asks of tokens for an exchange, and their kind (Entra docs: workload identity federation). */
const EXCHANGE = 'api://AzureADTokenExchange';
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * Access tokens of Entra ID for an application (`AZURE_TENANT_ID`, `AZURE_CLIENT_ID`), by its secret or by
 * an identity token of this job; renewed before they run out. `undefined`: the variables don't suffice.
 */
export function entraToken(
  environment: Environment,
  fetch: typeof globalThis.fetch,
): (() => Promise<string>) | undefined {
  const tenant = setting(environment, 'AZURE_TENANT_ID');
  const client = setting(environment, 'AZURE_CLIENT_ID');
  const proof = proofOf(environment, fetch);
  if (tenant === undefined || client === undefined || proof === undefined) return undefined;
  const authority = setting(environment, 'AZURE_AUTHORITY_HOST') ?? AUTHORITY;
  const url = new URL(`${encodeURIComponent(tenant)}/oauth2/v2.0/token`, withSlash(authority));
  const token = renewed(() =>
    credentials('Entra ID', async () => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: client,
          scope: SCOPE,
          ...(await proof()),
        }).toString(),
      });
      return tokenFrom(response.status, await response.text());
    }),
  );
  return async () => (await token()).token;
}

function proofOf(environment: Environment, fetch: typeof globalThis.fetch) {
  const secret = setting(environment, 'AZURE_CLIENT_SECRET');
  if (secret !== undefined) return async () => ({ client_secret: secret });
  const file = setting(environment, 'AZURE_FEDERATED_TOKEN_FILE');
  const token = identityToken(environment, file, EXCHANGE, fetch);
  return (
    token && (async () => ({ client_assertion_type: ASSERTION, client_assertion: await token() }))
  );
}

interface TokenAnswer {
  readonly access_token?: unknown;
  /** Seconds. */
  readonly expires_in?: unknown;
  readonly error_description?: unknown;
}

function tokenFrom(status: number, text: string): { token: string; expiresAt: number } {
  const { access_token, expires_in, error_description } = answerIn(text);
  if (status !== 200 || typeof access_token !== 'string') {
    const words = typeof error_description === 'string' ? error_description.split('\n')[0] : '';
    throw Object.assign(new Error(`${status} ${words}`.trim()), { status });
  }
  return { token: access_token, expiresAt: Date.now() + Number(expires_in ?? 0) * 1000 };
}

/** A proxy's page has none of it. */
function answerIn(text: string): TokenAnswer {
  try {
    return (JSON.parse(text) ?? {}) as TokenAnswer;
  } catch {
    return {};
  }
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
