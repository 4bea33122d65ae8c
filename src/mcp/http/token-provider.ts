import type { AuthProvider } from '@modelcontextprotocol/client';
import { oneLine } from '../../base/text.ts';
import type { ClientCredentials } from '../config/server-config.ts';
import { isAccessToken } from './access-token.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

export interface TokenOptions {
  readonly credentials: Pick<ClientCredentials, 'clientId' | 'clientSecret' | 'scope'>;
  readonly tokenUrl: URL;
  /** The endpoint takes the secret in the form alone (RFC 6749, 2.3.1). Default: it goes into the header. */
  readonly secretInBody?: boolean;
  /** The server that the token is for (RFC 8707). */
  readonly resource: URL;
  readonly fetch: GuardedFetch;
  readonly onToken: (token: string) => void;
  readonly now?: () => number;
}

export interface TokenProvider extends Required<AuthProvider> {
  /** Makes a new one at once. */
  readonly renew: () => Promise<void>;
}

/** A token about to end is made anew, ms. */
const EARLY_MS = 60_000;
/** Of one whose maker does not say how long it lasts. */
const USUAL_MS = 3_600_000;

/**
 * Makes access tokens from client credentials at a configured address (RFC 6749, 4.4). Kept in memory, made anew
 * before they end and when the server refuses one.
 */
export function tokenProvider(options: TokenOptions): TokenProvider {
  const now = options.now ?? Date.now;
  let held: { readonly token: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;
  const ask = () => {
    asking ??= requestToken(options)
      .then(({ token, lifetimeMs }) => {
        held = { token, until: now() + lifetimeMs - EARLY_MS };
        options.onToken(token);
        return token;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  const renew = async () => {
    held = undefined;
    await ask();
  };
  return {
    token: async () => (held && now() < held.until ? held.token : ask()),
    onUnauthorized: renew,
    renew,
  };
}

async function requestToken({
  credentials: { clientId, clientSecret, scope },
  tokenUrl,
  secretInBody = false,
  resource,
  fetch,
}: TokenOptions) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', resource: resource.href });
  if (scope !== undefined) body.set('scope', scope);
  if (secretInBody) {
    body.set('client_id', clientId);
    body.set('client_secret', clientSecret);
  }
  const user = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      ...(!secretInBody && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
    },
    body,
  });
  const text = await response.text();
  const answer = parsed(text);
  const token = answer['access_token'];
  if (!response.ok || !isAccessToken(token)) {
    const said = answer['error_description'] ?? answer['error'];
    const why =
      said ?? (response.ok ? 'it gave none that can be sent' : `status ${response.status}`);
    throw new Error(`no token was made at ${tokenUrl.host}: ${oneLine(String(why), 200)}`);
  }
  const seconds = Number(answer['expires_in']);
  return { token, lifetimeMs: seconds > 0 ? seconds * 1000 : USUAL_MS };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...Object(JSON.parse(text)) };
  } catch {
    return {};
  }
}
