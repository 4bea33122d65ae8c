import {
  type AuthProvider,
  deserializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { compileAllowedHosts } from '../../permission/url-guard/allowed-hosts.ts';
import type { HttpEndpoint, ServerConfig, StdioEndpoint } from '../config/server-config.ts';
import { discoveredTokens } from '../http/discovered-tokens.ts';
import { EventsTransport } from '../http/events-transport.ts';
import { createGuardedFetch, type GuardedFetch } from '../http/guarded-fetch.ts';
import { HttpTransport } from '../http/http-transport.ts';
import { tokenProvider } from '../http/token-provider.ts';
import { StdioTransport } from '../stdio/stdio-transport.ts';
import { floodWatch } from './flood-watch.ts';
import type { ServerPlace } from './server-place.ts';

/** A way to a server: not yet started. */
export interface OpenTransport {
  readonly transport: Transport;
  /** To try where the first one is refused; `undefined`: there is no other. */
  readonly fallback: (() => Transport) | undefined;
  /** What a program complained of. */
  readonly complaints: () => string;
  /** Why it was ended here; `undefined`: it was not. */
  readonly endedFor: () => Error | undefined;
  /** Makes a new token, now or with the next request; `undefined`: there are no credentials to make one of. */
  readonly signIn: (() => Promise<void>) | undefined;
}

/** A way to a program or to code in this process. */
const PLAIN = {
  fallback: undefined,
  complaints: () => '',
  endedFor: () => undefined,
  signIn: undefined,
};

export async function openTransport(
  config: ServerConfig,
  place: ServerPlace,
): Promise<OpenTransport> {
  const way = await wayTo(config, place);
  const { transport, fallback } = way;
  const watch = floodWatch();
  return {
    ...way,
    transport: watch.over(transport),
    fallback: fallback && (() => watch.over(fallback())),
    endedFor: () => watch.reason ?? way.endedFor(),
  };
}

async function wayTo({ name, endpoint }: ServerConfig, place: ServerPlace): Promise<OpenTransport> {
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
  return {
    ...PLAIN,
    transport,
    complaints: () => transport.stderr,
    endedFor: () => transport.endedFor,
  };
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
  const events = () => new EventsTransport(url, options);
  if (sseOnly) return { ...PLAIN, transport: events(), signIn };
  const transport = new HttpTransport(url, options);
  return { ...PLAIN, transport, fallback: events, signIn };
}

interface Auth {
  readonly provider: AuthProvider;
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
  const common = { credentials: oauth, resource: url, fetch, onToken };
  const provider = tokenUrl ? tokenProvider({ ...common, tokenUrl }) : discoveredTokens(common);
  return { provider, signIn: provider.renew };
}
