import { oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { codeBlocks, renderedText } from '../../tool/rendering.ts';
import { NO_SUBJECT } from '../../tool/subject.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { resourcePart } from '../result/result-parts.ts';
import { type McpOutput, renderedOutput, resultBlock } from '../tools/mcp-result.ts';
import { namedServer, withServer } from './named-server.ts';
import { readInputSchema } from './resource-schemas.ts';

const MAX_CONTENTS = 100;

/**
 * Reads a resource of a server: data by strangers, as every result of it.
 * @param isBelieved whether the policy trusts what a server says of itself. An address is a message: what the server does
 * with it is its word alone, as with its tools
 */
export function readResourceTool(
  servers: readonly ServerConnection[],
  isBelieved: (server: string) => boolean,
) {
  return buildTool<{ server: string; uri: string }, McpOutput>({
    name: 'ReadMcpResource',
    aliases: ['ReadMcpResourceTool'],
    searchHint: 'read resource of mcp server by uri',
    shouldDefer: true,
    maxResultSizeChars: 50_000,
    description: () => 'Reads a resource of an MCP server.',
    prompt: () => 'Reads what stands at an address of an MCP server. ListMcpResources lists them.',
    inputSchema: readInputSchema,
    isReadOnly: ({ server }) => isBelieved(server),
    isDestructive: () => false,
    isConcurrencySafe: ({ server }) => isBelieved(server),
    preparePermissionMatcher: ({ server }) => ({
      ...NO_SUBJECT,
      readOnly: isBelieved(server),
      effects: isBelieved(server) ? ['read', 'network'] : ['write', 'network'],
      specifier: server,
    }),
    call: async ({ server, uri }, { abort: { signal }, limits }) => {
      const { contents } = await withServer(namedServer(servers, server), signal, (client) =>
        client.request(
          { method: 'resources/read', params: { uri } },
          { signal, timeout: limits.timeoutMs },
        ),
      );
      const content = contents.slice(0, MAX_CONTENTS).map((one) => resourcePart(one));
      return { data: { type: 'mcp', isError: false, content } };
    },
    mapToolResultToToolResultBlockParam: resultBlock,
    extractSearchText: (output) => renderedText(renderedOutput(output)),
    rendering: {
      use: (input) => codeBlocks(JSON.stringify(input), 'json'),
      result: renderedOutput,
      summary: ({ server, uri }) => oneLine(`ReadMcpResource ${server} ${uri}`, 200),
    },
  });
}
