import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DEFAULT_STARTUP_MS, type ServerConfig } from '../../src/mcp/config/server-config.ts';
import type { ServerPlace } from '../../src/mcp/connection/server-place.ts';
import { type OpenServers, openServers } from '../../src/mcp/open-servers.ts';
import type { AnyTool } from '../../src/tool/tool.ts';
import type { ToolUseContext } from '../../src/tool/tool-use-context.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { toolContext } from '../tools/tool-context.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A server nobody here wrote, by the name of its package. */
export const packaged = (name: string, ...args: string[]): [string, ...string[]] => [
  process.execPath,
  join(ROOT, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`),
  ...args,
];

/** A server of `test/mcp/fakes/`. */
export const fake = (name: string, ...args: string[]): [string, ...string[]] => [
  process.execPath,
  join(import.meta.dirname, 'fakes', name),
  ...args,
];

export function stdioServer(
  name: string,
  [command, ...args]: readonly [string, ...string[]],
  more: Partial<ServerConfig> = {},
): ServerConfig {
  return serverConfig(name, { kind: 'stdio', command, args, env: {} }, more);
}

export function httpServer(
  name: string,
  url: string,
  more: Partial<ServerConfig> & { headers?: Record<string, string>; sseOnly?: boolean } = {},
): ServerConfig {
  const { headers = {}, sseOnly = false, ...rest } = more;
  const endpoint = { kind: 'http', url: new URL(url), headers, sseOnly, oauth: undefined } as const;
  return serverConfig(name, endpoint, rest);
}

export function serverConfig(
  name: string,
  endpoint: ServerConfig['endpoint'],
  more: Partial<ServerConfig> = {},
): ServerConfig {
  return {
    name,
    origin: 'policy',
    place: 'p.yml:3',
    endpoint,
    required: false,
    trustHints: false,
    allowChanges: false,
    alwaysLoad: false,
    startupMs: DEFAULT_STARTUP_MS,
    callMs: undefined,
    elicitation: { action: 'decline' },
    ...more,
  };
}

export interface Opened extends OpenServers {
  readonly warnings: readonly string[];
  readonly tool: (name: string) => AnyTool;
  /** Calls a tool and gives its text; what it throws is thrown. */
  readonly call: OpenServers['call'];
  readonly ask: (
    name: string,
    input?: unknown,
    context?: Partial<ToolUseContext>,
  ) => Promise<Answer>;
}

interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly kinds: readonly string[];
  readonly progress: readonly unknown[];
}

/** Starts servers for one test and ends them after it. */
export async function opened(
  servers: readonly ServerConfig[],
  place: Partial<ServerPlace> = {},
): Promise<Opened> {
  const warnings: string[] = [];
  const cwd = temporaryFolder('mcp-');
  const open = await openServers({
    servers,
    place: {
      cwd,
      environment: { PATH: process.env['PATH'] ?? '', HOME: cwd },
      root: cwd,
      variables: {},
      allowedHosts: [],
      onSecret: () => {},
      askHooks: async () => undefined,
      version: '0.0.0',
      ...place,
    },
    warn: (text) => warnings.push(text),
    signal: new AbortController().signal,
  });
  onTestFinished(() => open.close());
  const tool = (name: string) => {
    const found = [...open.tools, ...open.builtIns].find((one) => one.name === name);
    if (!found) throw new Error(`no tool ${name}; ${open.notes.join(' ')}`);
    return found;
  };
  return { ...open, warnings, tool, ask: (name, input, more) => ask(tool(name), input, more) };
}

async function ask(
  tool: AnyTool,
  input: unknown = {},
  more: Partial<ToolUseContext> = {},
): Promise<Answer> {
  const progress: unknown[] = [];
  const context = { ...toolContext(), ...more };
  const parsed = tool.inputSchema().parse(input);
  const { data } = await tool.call(parsed, context, (step) => progress.push(step));
  const block = tool.mapToolResultToToolResultBlockParam(data, 'id');
  const parts = typeof block.content === 'string' ? [block.content] : (block.content ?? []);
  return {
    text: parts.map(textOf).join('\n'),
    isError: block.is_error === true,
    kinds: parts.map((part) => (typeof part === 'string' ? 'text' : part.type)),
    progress,
  };
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  return typeof part === 'object' && part !== null && 'text' in part ? String(part.text) : '';
}
