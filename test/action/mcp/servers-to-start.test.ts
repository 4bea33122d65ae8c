import { expect, test } from 'vitest';
import { serversToStart } from '../../../src/action/mcp/servers-to-start.ts';
import type { ServerConfig } from '../../../src/mcp/config/server-config.ts';
import { loadPolicies } from '../../../src/policy/load-policies.ts';
import { serverConfig } from '../../mcp/servers.ts';
import { KNOWN } from '../../policy/known-names.ts';

const endpoint = { kind: 'stdio', command: 'x', args: [], env: {} } as const;

async function start(lines: string, more: Partial<ServerConfig> = {}) {
  const deps = { ...KNOWN, readFile: async () => `version: 1\n${lines}\n` };
  const policy = await loadPolicies(['./p.yml'], deps);
  const server = serverConfig('hub', endpoint, { origin: 'repository', ...more });
  return serversToStart({ servers: [server], leftOut: [], secrets: [] }, policy);
}

test.each([
  ['tools: { mode: simple }', /mode simple has no tools/],
  ['tools: { only: [Read] }', /add `mcp__hub__\*` to `tools\.only`/],
  ['tools: { only: [Read, "mcp__other__*"] }', /tools\.only/],
  ['permissions: { deny: [mcp__hub] }', /the rule mcp__hub denies all/],
  ['permissions: { deny: ["mcp__*"] }', /the rule mcp__\* denies all/],
])('%s: nothing could come of the server', async (lines, reason) => {
  const { servers, idle } = await start(lines);
  expect(servers).toEqual([]);
  expect(idle[0]?.reason).toMatch(reason);
  // Who asked for it has to know.
  await expect(start(lines, { origin: 'input' })).rejects.toThrow(/hub \(p\.yml:3\) has no effect/);
  await expect(start(lines, { required: true })).rejects.toThrow('has no effect');
});

test.each([
  'default: deny',
  'tools: { only: ["mcp__hub__do"] }',
  'tools: { only: ["mcp__*"] }',
  'permissions: { deny: [mcp__hub__do, mcp__other] }',
  'tools: { only: [Read] }\nhooks: { Stop: [{ hooks: [{ type: mcp_tool, server: hub, tool: x }] }] }',
])('%s: the server is started', async (lines) => {
  expect((await start(lines)).servers).toHaveLength(1);
});
