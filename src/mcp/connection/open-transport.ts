import {
  type AuthProvider,
  deserializeMessage,
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { compileAllowedHosts } from '../../permission/url-guard/allowed-hosts.ts';
import type { HttpEndpoint, ServerConfig, StdioEndpoint } from '../config/server-config.ts';
import { DiscoveredCredentials } from '../http/discovered-credentials.ts';
import { createGuardedFetch, type GuardedFetch } from '../http/guarded-fetch.ts';
import { tokenProvider } from '../http/token-provider.ts';
import { StdioTransport } from '../stdio/stdio-transport.ts';
import type { ServerPlace } from './server-place.ts';

/** A way to a server: not yet started. */
export interface OpenTransport {
  readonly transport: Transport;
  /** To try where the first one is refused; `undefined`: there is no other. */
  readonly fallback: (() => Transport) | undefined;
  /** What a program complained of. */
  readonly complaints: () => string;
  /** Makes a new token, now or with the next request; `undefined`: there are no credentials to make one of. */
  readonly signIn: (() => Promise<void>) | undefined;
}

/** A way to a program or to code in this process. */
const PLAIN = { fallback: undefined, complaints: () => '', signIn: undefined };

export async function openTransport(
  { name, endpoint }: ServerConfig,
  place: ServerPlace,
): Promise<OpenTransport> {
  if (endpoint.kind === 'stdio') return openProgram(endpoint, place);
  if (endpoint.kind === 'http') return openAddress(name, endpoint, place);
  return { ...PLAIN, transport: await endpoint.open() };
}

function openProgram({ command, args, env }: StdioEndpoint, place: ServerPlace): OpenTransport {
  const program = {
    argv: [command, ...args] as [string, ...string[]],
    cwd: place.cwd,
    env: { ...place.environment, ...env },
  };
  const transport = new StdioTransport(program, deserializeMessage);
  return { ...PLAIN, transport, complaints: () => transport.stderr };
}

function openAddress(name: string, endpoint: HttpEndpoint, place: ServerPlace): OpenTransport {
  const { url, headers, oauth, sseOnly } = endpoint;
  const fetch = createGuardedFetch({
    rules: {
      configured: oauth?.tokenUrl ? [url, oauth.tokenUrl] : [url],
      allowsHost: compileAllowedHosts(place.allowedHosts),
    },
    environment: place.variables,
  });
  const auth = authOf(name, endpoint, fetch, place);
  const options = {
    fetch,
    requestInit: { headers: { ...headers } },
    ...(auth && { authProvider: auth.provider }),
  };
  const signIn = auth?.signIn;
  const events = () => new SSEClientTransport(url, options);
  if (sseOnly) return { ...PLAIN, transport: events(), signIn };
  const transport = new StreamableHTTPClientTransport(url, options);
  return { ...PLAIN, transport, fallback: events, signIn };
}

interface Auth {
  readonly provider: AuthProvider | OAuthClientProvider;
  readonly signIn: () => Promise<void>;
}

function authOf(
  name: string,
  { url, oauth }: HttpEndpoint,
  fetch: GuardedFetch,
  { onSecret }: ServerPlace,
): Auth | undefined {
  if (oauth === undefined) return undefined;
  const onToken = (token: string) => onSecret(`${name} access token`, token);
  const { tokenUrl } = oauth;
  if (tokenUrl === undefined) {
    const provider = new DiscoveredCredentials(oauth, onToken);
    return { provider, signIn: async () => provider.forget() };
  }
  const provider = tokenProvider({
    credentials: { ...oauth, tokenUrl },
    resource: url,
    fetch,
    onToken,
  });
  return { provider, signIn: provider.renew };
}
