import { listOf, oneLine } from '../../base/text.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ServerConnection } from '../connection/server-connection.ts';

/** @throws ToolRefusal when there is none of the name */
export function namedServer(servers: readonly ServerConnection[], name: string): ServerConnection {
  const found = servers.find(({ config }) => config.name === name);
  if (found) return found;
  const names = servers.map(({ config }) => config.name);
  throw new ToolRefusal(
    `No MCP server ${oneLine(name, 60)} has that. There are: ${listOf(names, 30)}.`,
  );
}

/**
 * Does something with a server.
 * @throws ToolRefusal for what goes wrong
 */
export async function withServer<T>(
  server: ServerConnection,
  signal: AbortSignal,
  work: Parameters<typeof server.use<T>>[0],
): Promise<T> {
  try {
    return await server.use(work);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolRefusal) throw error;
    throw new ToolRefusal(`The MCP server ${server.config.name} failed: ${server.explain(error)}`, {
      cause: error,
    });
  }
}
