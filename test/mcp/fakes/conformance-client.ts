// Plays one scenario of the official suite with the client of this project: the last argument is the address.
import type { ServerConfig } from '../../../src/mcp/config/server-config.ts';
import { openServers } from '../../../src/mcp/open-servers.ts';
import { ReadState } from '../../../src/tool/read-state.ts';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';

const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const given = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Record<string, string>;
const oauth = scenario.startsWith('auth/')
  ? {
      clientId: given['client_id'] ?? 'id',
      clientSecret: given['client_secret'] ?? 'secret',
      tokenUrl: undefined,
      scope: undefined,
    }
  : undefined;
const config: ServerConfig = {
  name: 'suite',
  origin: 'policy',
  place: 'suite',
  endpoint: {
    kind: 'http',
    url: new URL(process.argv.at(-1) ?? ''),
    headers: {},
    sseOnly: false,
    oauth,
  },
  required: true,
  trustHints: false,
  allowChanges: false,
  alwaysLoad: false,
  startupMs: 20_000,
  callMs: undefined,
  elicitation: { action: scenario.startsWith('elicitation') ? 'accept' : 'decline' },
};
const open = await openServers({
  servers: [config],
  place: {
    cwd: '/',
    environment: {},
    root: '/',
    variables: {},
    allowedHosts: [],
    onSecret: () => {},
    askHooks: async () => undefined,
    version: '0.0.0',
  },
  warn: (text) => console.error(text),
  signal: new AbortController().signal,
});
const context = {
  abort: new AbortController(),
  limits: { timeoutMs: 20_000 },
  readState: new ReadState(),
} as unknown as ToolUseContext;
for (const tool of open.tools) {
  const input = /add/.test(tool.name) ? { a: 5, b: 3 } : {};
  await tool.call(input, context, () => {}).catch((error: unknown) => console.error(error));
}
await open.close();
