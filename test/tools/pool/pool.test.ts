import { expect, test } from 'vitest';
import * as z from 'zod';
import { buildTool } from '../../../src/tool/build-tool.ts';
import { lazySchema } from '../../../src/tool/lazy-schema.ts';
import type { AnyTool } from '../../../src/tool/tool.ts';
import {
  ALL_AGENT_DISALLOWED_TOOLS,
  ASYNC_AGENT_ALLOWED_TOOLS,
  IN_PROCESS_TEAMMATE_TOOLS,
} from '../../../src/tools/allow-lists.ts';
import { explainMissing } from '../../../src/tools/explain-missing.ts';
import { assembleToolPool, findTool, type PoolOptions } from '../../../src/tools/pool.ts';

function fake(name: string, more: Partial<AnyTool> = {}): AnyTool {
  return buildTool<unknown, unknown, unknown>({
    name,
    description: () => name,
    prompt: () => name,
    inputSchema: lazySchema(() => z.unknown()),
    call: async () => ({ data: name }),
    ...more,
  });
}

const BUILT_IN = [
  'Write',
  'Read',
  'Bash',
  'Edit',
  'Grep',
  'Monitor',
  'Agent',
  'TodoWrite',
  'Sleep',
];
const options: PoolOptions = {
  tools: [
    ...BUILT_IN.map((name) => fake(name)),
    fake('StructuredOutput', { isEnabled: (session) => session.hasOutputSchema }),
  ],
  mcpTools: [],
  mode: 'standard',
  only: undefined,
  without: [],
  with: [],
  isDenied: () => false,
  hasOutputSchema: false,
  defers: true,
};
const mcp = (name: string) => fake(name, { isMcp: true });
const names = (changes: Partial<PoolOptions> = {}) =>
  assembleToolPool({ ...options, ...changes }).pool.map((tool) => tool.name);
const filterOf = (name: string, changes: Partial<PoolOptions> = {}) =>
  assembleToolPool({ ...options, ...changes }).leftOut.find((left) => left.name === name)?.filter;

test('standard: the async set by name, then MCP tools by name', () => {
  const mcpTools = [mcp('mcp__b__x'), mcp('mcp__a__y')];
  expect(names({ mcpTools })).toEqual([
    'Bash',
    'Edit',
    'Grep',
    'Read',
    'TodoWrite',
    'Write',
    'mcp__a__y',
    'mcp__b__x',
  ]);
});

test('every tool that is out says which filter took it', () => {
  expect(filterOf('Agent')).toBe('mode');
  expect(filterOf('Sleep')).toBe('mode');
  expect(filterOf('Monitor')).toBe('mode');
  expect(filterOf('StructuredOutput')).toBe('enabled');
  expect(filterOf('Read', { flags: { Read: false } })).toBe('flags');
  expect(filterOf('Read', { isDenied: (name) => name === 'Read' })).toBe('deny');
  expect(filterOf('Read', { only: ['Bash'] })).toBe('only');
  expect(filterOf('Read', { without: ['R*'] })).toBe('without');
});

test('the first filter that takes a tool is the one named', () => {
  const all = { flags: { Read: false }, isDenied: () => true, without: ['Read'] };
  expect(filterOf('Read', all)).toBe('flags');
  expect(filterOf('Read', { ...all, flags: {} })).toBe('deny');
});

test('modes have their own lists', () => {
  const mcpTools = [mcp('mcp__a__y')];
  expect(names({ mode: 'simple', mcpTools })).toEqual(['Bash', 'Edit', 'Read']);
  expect(names({ mode: 'coordinator', mcpTools, hasOutputSchema: true })).toEqual([
    'Agent',
    'StructuredOutput',
  ]);
});

test('extensions come when named, the structured answer when asked for', () => {
  expect(names({ with: ['Monitor'] })).toContain('Monitor');
  expect(names({ with: ['Agent', 'Sleep'] })).toEqual(names());
  expect(names({ hasOutputSchema: true, only: ['Read'] })).toEqual(['Read', 'StructuredOutput']);
});

test('only and without take globs', () => {
  const mcpTools = [mcp('mcp__a__y'), mcp('mcp__b__y')];
  expect(names({ mcpTools, only: ['Read', 'mcp__a__*'] })).toEqual(['Read', 'mcp__a__y']);
  expect(names({ mcpTools, without: ['mcp__*'] })).toEqual(names());
});

test('a built-in wins over an MCP tool of its name, even one that is left out', () => {
  const pool = assembleToolPool({
    ...options,
    mcpTools: [mcp('Read'), mcp('mcp__a__y'), mcp('mcp__a__y')],
  });
  expect(findTool(pool.pool, 'Read')?.isMcp).toBe(false);
  expect(pool.pool.filter((tool) => tool.name === 'mcp__a__y')).toHaveLength(1);
  const without = assembleToolPool({
    ...options,
    mcpTools: [mcp('Read')],
    isDenied: (name) => name === 'Read',
  });
  expect(findTool(without.pool, 'Read')).toBeUndefined();
  const narrowed = { ...options, mcpTools: [mcp('Edit')], flags: { Edit: false } };
  expect(findTool(assembleToolPool(narrowed).pool, 'Edit')).toBeUndefined();
});

test('a tool is found by name, then by a former name', () => {
  const pool = [fake('New', { aliases: ['Old'] }), fake('Old2')];
  expect(findTool(pool, 'Old')?.name).toBe('New');
  expect(findTool(pool, 'new')).toBeUndefined();
});

test.each([
  ['AskUserQuestion', {}, 'this run is unattended. Nobody is there to answer'],
  ['Grep', { without: ['Grep'] }, 'The policy leaves it out (tools.without). Use Bash.'],
  ['Grep', { without: ['Grep', 'Bash'] }, 'You have Edit, Read, TodoWrite and Write.'],
  ['MultiEdit', {}, 'MultiEdit is not available in this run. Use Edit and Write.'],
  ['Monitor', {}, 'tools.with: [Monitor]'],
  ['Reed', {}, 'There is no tool Reed. Did you mean Read?'],
  ['Frobnicate\n', {}, 'There is no tool Frobnicate. You have Bash'],
])('a call to %s is refused with a word that helps', (name, changes, message) => {
  expect(explainMissing(name, assembleToolPool({ ...options, ...changes }))).toContain(message);
});

test('what is barred from sub-agents is on no list that they could take it from', () => {
  for (const name of ALL_AGENT_DISALLOWED_TOOLS) {
    expect(ASYNC_AGENT_ALLOWED_TOOLS.has(name)).toBe(false);
    expect(IN_PROCESS_TEAMMATE_TOOLS.has(name)).toBe(false);
  }
});
