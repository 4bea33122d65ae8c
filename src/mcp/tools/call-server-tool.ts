import type { CallToolResult, Progress } from '@modelcontextprotocol/client';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { until } from '../connection/until.ts';

export interface ServerCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** The longest it may take, ms. */
  readonly limitMs: number;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Calls a tool of a server. The server is told when the call is cancelled.
 * @throws ToolRefusal for everything that goes wrong: the server's failures are no crash of ours
 */
export async function callServerTool(
  server: ServerConnection,
  { tool, input, signal, limitMs, onProgress }: ServerCall,
): Promise<CallToolResult> {
  const { name, callMs } = server.config;
  const params = { name: tool, arguments: { ...input } };
  const timeout = Math.min(callMs ?? limitMs, limitMs);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  try {
    return await server.use(async (client) => {
      // It may have come up again with other tools.
      if (await until(server.hasChanged(tool), inTime))
        throw new ToolRefusal(changedWords(name, tool));
      return client.callTool(params, {
        // For fields that go into headers too (since 2026-07-28). Of what it gives back nothing is checked.
        toolDefinition: { name: tool, inputSchema: { type: 'object', ...schemaOf(server, tool) } },
        signal,
        timeout,
        maxTotalTimeout: timeout,
        ...(onProgress && { onprogress: onProgress }),
      });
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolRefusal) throw error;
    throw new ToolRefusal(`The MCP server ${name} failed: ${server.explain(error)}`, {
      cause: error,
    });
  }
}

function schemaOf(server: ServerConnection, tool: string): object {
  const schema = server.listingOf(tool)?.inputSchema;
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema : {};
}

function changedWords(server: string, tool: string): string {
  return `The MCP server ${server} changed what ${tool} is since this run began, so the call was not made. Go on without it.`;
}
