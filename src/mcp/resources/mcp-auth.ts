import { buildTool } from '../../tool/build-tool.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { NO_SUBJECT } from '../../tool/subject.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { namedServer, withServer } from './named-server.ts';
import { authInputSchema } from './resource-schemas.ts';

interface AuthOutput {
  readonly server: string;
  readonly status: string;
}

/**
 * Signs in to a server anew with the credentials of the configuration: for one that refused its token. It never sees
 * a credential, nor does the model.
 */
export function mcpAuthTool(servers: readonly ServerConnection[]) {
  return buildTool<{ server: string }, AuthOutput>({
    name: 'McpAuth',
    searchHint: 'sign in authenticate mcp server token',
    shouldDefer: true,
    description: () => 'Signs in to an MCP server anew.',
    prompt: () =>
      'Signs in to an MCP server anew, with the credentials that its configuration has. For a server whose calls fail because it wants a sign-in.',
    inputSchema: authInputSchema,
    isDestructive: () => false,
    preparePermissionMatcher: ({ server }) => ({
      ...NO_SUBJECT,
      effects: ['network'],
      specifier: server,
    }),
    call: async (input, { abort: { signal } }) => {
      const server = namedServer(servers, input.server);
      await server.signIn().catch((cause: unknown) => {
        throw new ToolRefusal(`Signing in failed: ${server.explain(cause)}`, { cause });
      });
      const limit = { signal, timeout: server.config.startupMs };
      await withServer<unknown>(server, signal, (client) =>
        client.getProtocolEra() === 'modern' ? client.discover(limit) : client.ping(limit),
      );
      return { data: { server: server.config.name, status: 'signed in' } };
    },
    mapToolResultToToolResultBlockParam: ({ server }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: `The MCP server ${server} takes calls again.`,
    }),
    rendering: { summary: ({ server }) => `McpAuth ${server}` },
  });
}
