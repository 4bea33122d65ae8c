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
  const isBelieved = (server: string) =>
    having.some(({ config }) => config.name === server && config.trustHints);
  return [
    ...(having.length > 0 ? [listResourcesTool(having), readResourceTool(having, isBelieved)] : []),
    ...(signing.length > 0 ? [mcpAuthTool(signing)] : []),
  ] as AnyTool[];
}

/** The same without a server, for who only asks what a call would touch. */
export function resourceToolsAlone(isBelieved: (server: string) => boolean): readonly AnyTool[] {
  return [listResourcesTool([]), readResourceTool([], isBelieved), mcpAuthTool([])] as AnyTool[];
}
