import { ConfigError } from '../../base/errors.ts';
import type { McpEntry } from '../../policy/mcp/mcp-entry.ts';
import { treatment } from './draft-server.ts';
import type { InProcessEndpoint, ServerConfig } from './server-config.ts';

/** A server of the program that started the run. */
export interface BroughtServer {
  readonly name: string;
  readonly endpoint: InProcessEndpoint;
}

/**
 * Such a server, treated as the policy says.
 * @throws ConfigError when the policy defines one of the name: which one is meant can't be known
 */
export function broughtConfig(
  { name, endpoint }: BroughtServer,
  entry: McpEntry | undefined,
): ServerConfig {
  if (entry?.command !== undefined || entry?.url !== undefined) {
    const { file, line } = entry.source;
    throw new ConfigError(
      `The MCP server ${name} is given to runJob, and the policy defines one of that name (${file}:${line}): rename one of them.`,
    );
  }
  return { name, origin: 'library', place: 'given to runJob', ...treatment(entry), endpoint };
}
