import type { Client } from '@modelcontextprotocol/client';
import { countOf } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { codeBlocks } from '../../tool/rendering.ts';
import { NO_SUBJECT } from '../../tool/subject.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { foreignWords } from '../connection/server-words.ts';
import { namedServer, withServer } from './named-server.ts';
import { listInputSchema } from './resource-schemas.ts';

interface Entry {
  readonly server: string;
  /** `undefined` for a template. */
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly name: string;
  readonly mimeType?: string;
  readonly description?: string;
}

const MAX_ENTRIES = 500;
const MAX_PAGES = 50;

/** Lists what servers have to read, and the templates of what they can make. */
export function listResourcesTool(servers: readonly ServerConnection[]) {
  return buildTool<{ server?: string | undefined }, readonly Entry[]>({
    name: 'ListMcpResources',
    aliases: ['ListMcpResourcesTool'],
    searchHint: 'list resources of mcp servers',
    shouldDefer: true,
    description: () => 'Lists the resources of MCP servers.',
    prompt: () =>
      `Lists what MCP servers have to read, with their addresses, and templates of addresses to fill in. Servers: ${servers.map(({ config }) => config.name).join(', ')}.`,
    inputSchema: listInputSchema,
    isReadOnly: () => true,
    isDestructive: () => false,
    isConcurrencySafe: () => true,
    preparePermissionMatcher: ({ server }) => ({
      ...NO_SUBJECT,
      readOnly: true,
      effects: ['read', 'network'],
      specifier: server,
    }),
    call: async ({ server }, { abort: { signal } }) => {
      const asked = server === undefined ? servers : [namedServer(servers, server)];
      const lists = await Promise.all(
        asked.map((one) =>
          withServer(one, signal, (client) => entriesOf(client, one.config.name, signal)),
        ),
      );
      return { data: lists.flat().slice(0, MAX_ENTRIES) };
    },
    mapToolResultToToolResultBlockParam: (entries, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: entries.length === 0 ? 'There are no resources.' : textOf(entries),
    }),
    extractSearchText: textOf,
    rendering: {
      result: (entries) => codeBlocks(textOf(entries)),
      summary: (_, entries) =>
        entries ? `ListMcpResources (${countOf(entries.length, 'resource')})` : 'ListMcpResources',
    },
  });
}

async function entriesOf(client: Client, server: string, signal: AbortSignal): Promise<Entry[]> {
  const resources = await allPages(async (cursor) => {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: 'resources/list', params }, { signal });
    return { items: page.resources, next: page.nextCursor };
  });
  // Older servers don't know of templates.
  const templates = await allPages(async (cursor) => {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: 'resources/templates/list', params }, { signal });
    return { items: page.resourceTemplates, next: page.nextCursor };
  }).catch(() => []);
  return [
    ...resources.map((one) => ({ server, uri: foreignWords(one.uri, 2_000), ...about(one) })),
    ...templates.map((one) => ({
      server,
      uriTemplate: foreignWords(one.uriTemplate, 2_000),
      ...about(one),
    })),
  ];
}

async function allPages<Item>(
  fetchPage: (cursor: string | undefined) => Promise<{ items: Item[]; next: string | undefined }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && all.length < MAX_ENTRIES; page += 1) {
    const { items, next } = await fetchPage(cursor);
    all.push(...items);
    if (next === undefined) break;
    cursor = next;
  }
  return all.slice(0, MAX_ENTRIES);
}

function about({
  name,
  mimeType,
  description,
}: Readonly<{ name: string; mimeType?: string | undefined; description?: string | undefined }>) {
  return {
    name: foreignWords(name, 200),
    ...(mimeType !== undefined && { mimeType: foreignWords(mimeType, 100) }),
    ...(description !== undefined && { description: foreignWords(description, 300) }),
  };
}

function textOf(entries: readonly Entry[]): string {
  return entries.map((entry) => JSON.stringify(entry)).join('\n');
}
