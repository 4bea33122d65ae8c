import { expect, test } from 'vitest';
import { deferredTools, isDeferrable } from '../../../src/tool/deferral.ts';
import { getAllBaseTools } from '../../../src/tools/all.ts';
import { toolDefinitions } from '../../../src/tools/schema-cache.ts';
import { manualFor, poolWith, serverTool, sixtyTools } from './search-pool.ts';

const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);
const own = (name: string, changes = {}) =>
  serverTool(name, { isMcp: false, mcpInfo: undefined, ...changes });

test('tools of servers wait, and those that say so; never what is always loaded, nor the search', () => {
  expect(isDeferrable(serverTool('mcp__a__b'))).toBe(true);
  expect(isDeferrable(serverTool('mcp__a__b', { alwaysLoad: true }))).toBe(false);
  expect(isDeferrable(own('WebFetch', { shouldDefer: true }))).toBe(true);
  expect(isDeferrable(own('WebFetch'))).toBe(false);
  expect(isDeferrable(own('WebFetch', { shouldDefer: true, alwaysLoad: true }))).toBe(false);
  expect(isDeferrable(own('ToolSearch', { shouldDefer: true }))).toBe(false);
});

test('the search is offered where a tool of a server waits, and only there', () => {
  const waits = (...args: Parameters<typeof poolWith>) =>
    names(deferredTools(poolWith(...args).pool)).filter((name) => name !== 'ReportFindings');
  const tools = [serverTool('mcp__a__b'), serverTool('mcp__a__c', { alwaysLoad: true })];
  const has = (...args: Parameters<typeof poolWith>) =>
    names(poolWith(...args).pool).includes('ToolSearch');
  expect(has(tools)).toBe(true);
  expect(waits(tools)).toEqual(['mcp__a__b']);
  expect(has([])).toBe(false);
  expect(has(tools.slice(1))).toBe(false);
  expect(has(tools, { defers: false })).toBe(false);
  expect(waits(tools, { defers: false })).toEqual([]);
  // What no rule lets the model see makes no search.
  expect(has(tools, { isDenied: (name) => name === 'mcp__a__b' })).toBe(false);
  expect(has(tools, { without: ['mcp__*'] })).toBe(false);
  // Narrowing keeps what finds the tools that it keeps; taking it away sends them all.
  expect(has(tools, { only: ['Read', 'mcp__a__b'] })).toBe(true);
  expect(has(tools, { only: ['Read'] })).toBe(false);
  expect(waits(tools, { without: ['ToolSearch'] })).toEqual([]);
  expect(waits(tools, { isDenied: (name) => name === 'ToolSearch' })).toEqual([]);
  expect(has(tools, { mode: 'simple' })).toBe(false);
});

test('a built-in that few runs need waits beside others, unless the policy names it', () => {
  const ofServer = serverTool('mcp__a__b');
  const waits = (...args: Parameters<typeof poolWith>) =>
    names(deferredTools(poolWith(...args).pool));
  expect(waits([ofServer])).toEqual(['ReportFindings', 'mcp__a__b']);
  expect(waits([ofServer], { with: ['ReportFindings'] })).toEqual(['mcp__a__b']);
  expect(names(poolWith([ofServer], { with: ['ReportFindings'] }).pool)).toContain(
    'ReportFindings',
  );
  // For it alone a search would cost more than it saves.
  expect(names(poolWith([]).pool)).not.toContain('ToolSearch');
  expect(names(poolWith([]).pool)).toContain('ReportFindings');
  const two = [...getAllBaseTools(), own('WebFetch', { shouldDefer: true })];
  expect(waits([], { tools: two })).toEqual(['ReportFindings', 'WebFetch']);
});

test('definitions that wait say so, once, and keep their bytes', async () => {
  const { pool } = poolWith([serverTool('mcp__a__b')], { with: ['ReportFindings'] });
  const definitions = await toolDefinitions(pool, manualFor(pool));
  expect(names(definitions.filter((tool) => tool.defer_loading))).toEqual(['mcp__a__b']);
  expect(await toolDefinitions(pool, { ...manualFor(pool), timeoutMs: 1 })).toBe(definitions);
  const search = definitions.find(({ name }) => name === 'ToolSearch');
  expect(search?.description).toContain('mcp__a__…: b');
});

test.each([
  ['of usual length', sixtyTools()],
  ['of 430 bytes', sixtyTools(430)],
])(
  'with sixty tools of servers %s the model sees a quarter at first, at the most',
  async (_, tools) => {
    const bytesOf = async (defers: boolean) => {
      const { pool } = poolWith(tools, { defers, hasSkills: true });
      const definitions = await toolDefinitions(pool, manualFor(pool));
      return Buffer.byteLength(JSON.stringify(definitions.filter((tool) => !tool.defer_loading)));
    };
    const [searched, standard] = [await bytesOf(true), await bytesOf(false)];
    expect(searched / standard).toBeLessThanOrEqual(0.25);
  },
);

test('ten thousand names are not told, but counted', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => serverTool(`mcp__a__tool_${index}`));
  const { pool } = poolWith(many);
  const [search] = (await toolDefinitions(pool, manualFor(pool))).filter(
    ({ name }) => name === 'ToolSearch',
  );
  expect(search?.description?.length).toBeLessThan(5_500);
  expect(search?.description).toMatch(/and 9\d\d\d more$/);
});
