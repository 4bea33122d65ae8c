import { ConfigError } from '../base/errors.ts';
import { ToolRefusal } from '../tool/refusal.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { ServerConfig } from './config/server-config.ts';
import { ServerConnection } from './connection/server-connection.ts';
import type { ServerPlace } from './connection/server-place.ts';
import { resourceTools } from './resources/resource-tools.ts';
import { resultParts } from './result/result-parts.ts';
import { callServerTool } from './tools/call-server-tool.ts';
import { toolsOfServer } from './tools/tools-of-server.ts';

export interface OpenServersOptions {
  readonly servers: readonly ServerConfig[];
  readonly place: ServerPlace;
  /** Tells whoever reads the run. Must not throw. */
  readonly warn: (text: string) => void;
  /** Ends what is still starting. */
  readonly signal: AbortSignal;
}

/** The servers of a run that were started. */
export interface OpenServers {
  /** Their tools. */
  readonly tools: readonly AnyTool[];
  /** ListMcpResources and the like, where a server has something for them. */
  readonly builtIns: readonly AnyTool[];
  readonly connections: readonly ServerConnection[];
  /** What is amiss, a sentence each. */
  readonly notes: readonly string[];
  /** Calls a tool for a hook: what it says is the hook's output. Rejects for what goes wrong, the tool's own failure too. */
  readonly call: (call: HookCall) => Promise<string>;
  /** Ends them all, with what they started. */
  close(): Promise<void>;
}

/**
 * Starts servers side by side and asks each for its tools.
 * @throws ConfigError when a `required` one is not up in time; then none is left running
 */
export async function openServers(options: OpenServersOptions): Promise<OpenServers> {
  const { servers, place, warn, signal } = options;
  const connections = servers.map((config) => new ServerConnection({ config, place, warn }));
  const close = async () => {
    await Promise.all(connections.map((connection) => connection.close()));
  };
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) await close();
  const made = await Promise.all(
    connections.map(async (connection) => toolsOfServer(connection, await connection.start())),
  );
  const missing = connections.find(
    ({ config, problem }) => config.required && problem !== undefined,
  );
  if (missing && !signal.aborted) {
    await close();
    throw new ConfigError(downWords(missing));
  }
  const down = connections.filter(({ problem }) => problem !== undefined);
  return {
    tools: made.flatMap(({ tools }) => tools),
    builtIns: resourceTools(connections),
    connections,
    notes: [
      ...down.map((connection) => `${downWords(connection)} Its tools are left out.`),
      ...made.flatMap(({ notes }) => notes),
    ],
    call: (call) => callForHook(connections, call),
    close,
  };
}

function downWords({ config, problem }: ServerConnection): string {
  const { name, place, required } = config;
  const need = required ? ' is required and' : '';
  return `The MCP server ${name} (${place})${need} is not up: ${problem}`;
}

interface HookCall {
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** The hook's own time ends it. */
const NO_LIMIT_MS = 2_147_483_647;

async function callForHook(
  connections: readonly ServerConnection[],
  { server: name, tool, input, signal }: HookCall,
): Promise<string> {
  const server = connections.find(({ config }) => config.name === name);
  if (!server) throw new ToolRefusal(`no MCP server ${name} is configured`);
  const call = { tool, input, signal, limitMs: NO_LIMIT_MS };
  const result = await callServerTool(server, call);
  const text = resultParts(result)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n');
  if (result.isError) throw new ToolRefusal(text || 'the tool failed');
  return text;
}
