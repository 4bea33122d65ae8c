import type { AnyTool } from '../../tool/tool.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { listResourcesTool } from './list-resources.ts';
import { mcpAuthTool } from './mcp-auth.ts';
import { readResourceTool } from './read-resource.ts';

/** The tools for what servers have besides tools: offered where one of them has it. */
export function resourceTools(servers: readonly ServerConnection[]): readonly AnyTool[] {
  const having = servers.filter(({ capabilities }) => capabilities?.resources !== undefined);
  const signing = servers.filter(
    ({ config }) => config.endpoint.kind === 'http' && config.endpoint.oauth,
  );
  return [
    ...(having.length > 0 ? [listResourcesTool(having), readResourceTool(having)] : []),
    ...(signing.length > 0 ? [mcpAuthTool(signing)] : []),
  ] as AnyTool[];
}
