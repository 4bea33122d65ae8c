import type { McpEntry } from '../../policy/mcp/mcp-entry.ts';
import type { FoundServer } from './parse-mcp-json.ts';
import { DEFAULT_STARTUP_MS, type ServerConfig } from './server-config.ts';

/** A server as it is written, before variables are filled in. */
export interface DraftServer extends Omit<ServerConfig, 'endpoint' | 'origin'> {
  readonly origin: 'policy' | 'input' | 'repository';
  readonly written: DraftCommand | DraftAddress;
}

interface DraftCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface DraftAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sseOnly: boolean;
  readonly oauth:
    | Readonly<{
        clientId: string;
        clientSecret: string;
        tokenUrl?: string | undefined;
        scope?: string | undefined;
      }>
    | undefined;
}

/** A server that the policy defines. */
export function fromPolicy(name: string, entry: McpEntry): DraftServer {
  const { command, args = [], env = {}, url = '', headers = {}, type, oauth } = entry;
  const written =
    command === undefined
      ? {
          url,
          headers,
          sseOnly: type === 'sse',
          oauth: oauth && {
            clientId: oauth.client_id,
            clientSecret: oauth.client_secret,
            tokenUrl: oauth.token_url,
            scope: oauth.scope,
          },
        }
      : { command, args, env };
  const place = `${entry.source.file}:${entry.source.line}`;
  return { name, origin: 'policy', place, ...treatment(entry), written };
}

/** A server of a file, treated as the policy says. */
export function fromJson(
  {
    name,
    place,
    origin,
    written: given,
  }: FoundServer & { readonly origin: 'input' | 'repository' },
  entry: McpEntry | undefined,
): DraftServer {
  const said = treatment(entry);
  const written =
    'command' in given
      ? { command: given.command, args: given.args ?? [], env: given.env ?? {} }
      : {
          url: given.url,
          headers: given.headers ?? {},
          sseOnly: given.type === 'sse',
          oauth: given.oauth,
        };
  return {
    name,
    origin,
    place,
    ...said,
    alwaysLoad: entry?.always_load ?? given.alwaysLoad ?? false,
    callMs: said.callMs ?? usable(given.timeout),
    written,
  };
}

/** What a policy says of how a server is treated, wherever it is defined. */
export function treatment(entry: McpEntry | undefined) {
  return {
    required: entry?.required ?? false,
    trustHints: entry?.trust_hints ?? false,
    allowChanges: entry?.allow_changes ?? false,
    alwaysLoad: entry?.always_load ?? false,
    startupMs: ms(entry?.startup_timeout_seconds) ?? DEFAULT_STARTUP_MS,
    callMs: ms(entry?.timeout_seconds),
    elicitation: entry?.elicitation ?? { action: 'decline' as const },
  };
}

function ms(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Shorter ones are passed over, as in Claude Code (contracts 5.4). */
function usable(timeout: number | undefined): number | undefined {
  return timeout === undefined || timeout < 1000 ? undefined : timeout;
}
