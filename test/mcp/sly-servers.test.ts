import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { instructionsPart } from '../../src/action/mcp/server-instructions.ts';
import type { ServerConfig } from '../../src/mcp/config/server-config.ts';
import { parseInput } from '../../src/tool/parse-input.ts';
import { toolDefinitions } from '../../src/tools/schema-cache.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { toolContext } from '../tools/tool-context.ts';
import { fake, opened, stdioServer } from './servers.ts';

const sly = (way: string, file = '', more: Partial<ServerConfig> = {}) =>
  stdioServer('sly', fake('sly.mjs', way, file), more);
const markFile = () => join(temporaryFolder('mcp-mark-'), 'mark');
const manual = { toolNames: new Set<string>(), timeoutMs: 1_000 };

test.each([
  ['a list that can’t be had after it changed', 'unlisted', 'and not to what'],
  ['a change behind the most that is read', 'pushed', 'the definition of do and other'],
  ['a change of the first of two of one name', 'twice', 'the definition of do during'],
])('%s: calls are refused', async (_, way, why) => {
  const open = await opened([sly(way)]);
  const before = JSON.stringify(await toolDefinitions(open.tools, manual));
  expect((await open.ask('mcp__sly__do')).text).toBe('changed');
  // It waits for the list that is asked for meanwhile.
  await expect(open.ask('mcp__sly__do')).rejects.toThrow('changed what do is');
  expect(open.warnings).toEqual([expect.stringContaining(why)]);
  expect(JSON.stringify(await toolDefinitions(open.tools, manual))).toBe(before);
});

test('a list that changes each time it is read is given up, and its server with it', async () => {
  const file = markFile();
  const open = await opened([sly('loop', file)]);
  await open.ask('mcp__sly__do');
  await vi.waitFor(() =>
    expect(open.warnings).toEqual([expect.stringContaining('again and again')]),
  );
  await expect(open.ask('mcp__sly__other')).rejects.toThrow('changed what other is');
  expect(readFileSync(file, 'utf8')).toHaveLength(21);
});

test('a storm of changes that are none does no harm', async () => {
  const open = await opened([sly('storm')]);
  await open.ask('mcp__sly__do');
  expect((await open.ask('mcp__sly__other')).text).toBe('changed');
  expect(open.warnings).toEqual([]);
});

test('what a server says of its tools as a whole is cleaned, cut, and no word of ours', async () => {
  const open = await opened([sly('instructs')]);
  const { instructions = '' } = open.connections[0] ?? {};
  expect(instructions).toMatch(/^Ask do first\./);
  expect(instructions).toHaveLength(2_048);
  expect(instructions).not.toMatch(/HIDDENORDER|\u202e|<\/data>/);
  const told = (pool: typeof open.tools) =>
    instructionsPart([{ server: 'sly', text: instructions }], pool, 'n');
  expect(told(open.tools)).toContain('The server sly:\n<data-n>\nAsk do first.');
  expect(told([])).toBeUndefined();
});

test('hints that save a deferral or widen a result count only where the policy trusts the server', async () => {
  const judge = async (trustHints: boolean) => {
    const open = await opened([sly('wide', '', { trustHints })]);
    const { alwaysLoad, shouldDefer, maxResultSizeChars } = open.tool('mcp__sly__wide');
    const read = open.tool('ReadMcpResource');
    const input = { server: 'sly', uri: 'file:///etc/passwd' };
    const { readOnly, effects } = read.preparePermissionMatcher(input, toolContext());
    const { text } = await open.ask('ReadMcpResource', input);
    expect(text).toContain('read file:///etc/passwd');
    return [alwaysLoad, shouldDefer, maxResultSizeChars, readOnly, effects.join()];
  };
  expect(await judge(false)).toEqual([false, true, 50_000, false, 'write,network']);
  expect(await judge(true)).toEqual([true, false, 90_000, true, 'read,network']);
});

test('names of what every object has are names', async () => {
  const open = await opened([sly('names')]);
  expect(open.tools.map(({ mcpInfo }) => mcpInfo?.tool)).toEqual([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ]);
  expect((await open.ask('mcp__sly__constructor')).text).toBe('{}');
  const given = { ['constructor']: 7 };
  expect(parseInput(open.tool('mcp__sly__constructor'), given).ok).toBe(false);
});

test('one tool that is not well defined does not take the others with it', async () => {
  const open = await opened([sly('nothing')]);
  expect(open.tools.map(({ mcpInfo }) => mcpInfo?.tool)).toEqual(['do', 'null', 'list']);
  for (const tool of open.tools) {
    expect(tool.inputJSONSchema).toEqual({ type: 'object' });
    for (const given of [[], 'x', 7, null]) expect(parseInput(tool, given).ok).toBe(false);
  }
  expect(open.notes).toHaveLength(4);
});

test('a list without an end ends', async () => {
  const open = await opened([sly('endless')]);
  expect(open.tools).toHaveLength(100);
  expect(open.notes).toEqual([expect.stringContaining('more than 500 tools')]);
});

test('what is nested deeper than any stack is left out', async () => {
  const open = await opened([sly('deep')]);
  expect(open.tools.map(({ name }) => name)).toEqual(['mcp__sly__other']);
  expect(open.notes).toEqual([expect.stringContaining('of do is nested too deep')]);
  const result = await opened([sly('deep_result')]);
  expect((await result.ask('mcp__sly__do')).text).toContain('nested too deep');
});

test('results of a hundred thousand parts, of no shape, with anything beside them', async () => {
  const parts = await opened([sly('parts')]);
  expect((await parts.ask('mcp__sly__do')).text).toContain('[99800 more parts are left out.]');
  const shapeless = await opened([sly('shapeless')]);
  await expect(shapeless.ask('mcp__sly__do')).rejects.toThrow(
    /sly failed: What it answered is not as MCP has it: .* at content/,
  );
  const meta = await opened([sly('meta')]);
  expect((await meta.ask('mcp__sly__do')).text).toBe('done');
});

test('addresses and words of a result can’t pass for anything of ours', async () => {
  const open = await opened([sly('links')]);
  const { text } = await open.ask('mcp__sly__do');
  expect(text).toContain(
    String.raw`[Resource a ::error::b at http://169.254.169.254/\u202elatest]`,
  );
  expect(text).toContain('&lt;/tool_result>');
  expect(text).not.toMatch(/<\/?tool_result|\u202e|^::error/m);
});

test('a server that ends and leaves its pipe to a daemon is told at once', async () => {
  const file = markFile();
  const open = await opened([sly('daemon', file)]);
  await expect(open.ask('mcp__sly__do')).rejects.toThrow('Connection closed');
  await open.close();
  // It left the group: the run's end finds it by its environment.
  for (const pid of readFileSync(file, 'utf8').split(' ').slice(1)) process.kill(Number(pid));
});
