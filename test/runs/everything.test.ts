import { describe, expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';
import { packaged } from '../mcp/servers.ts';
import { call, decisions, mcpJson, policy, results, script } from './mcp-job.ts';

const [command, ...args] = packaged('everything', 'stdio');
const servers = mcpJson({ every: { command, args } });

/** A job with `server-everything`, which nobody here wrote. */
async function play(prompt: string, turns: readonly object[] = [], lines = '') {
  const result = await run(prompt, turns, lines);
  expect(result.outputs['stop_reason']).toBe('completed');
  const [user] = result.transcript.filter(({ type }) => type === 'user');
  const { content } = Object(user)['message'] as { content: readonly { text?: string }[] };
  const first = content.map(({ text }) => text ?? '').join('\n');
  return { first, result };
}

function run(prompt: string, turns: readonly object[] = [], lines = '') {
  const { root } = createRepository({
    '.mcp.json': servers,
    'script.yml': script(...turns),
    'p.yml': policy(lines),
  });
  const inputs = { prompt, policy: './p.yml', model: 'scripted:script.yml' };
  return runAction({ workspace: root, inputs });
}

describe('a task that is a prompt of a server', () => {
  const framed = (text: string) => new RegExp(`<data-[\\w-]+>\\n${text}\\n</data-`);

  test.each([
    ['/mcp__every__simple-prompt', 'This is a simple prompt without arguments\\.'],
    ['/mcp__every__args-prompt "New York" NY', "What's weather in New York, NY\\?"],
    ['/mcp__every__args-prompt Oslo', "What's weather in Oslo\\?"],
    [
      '/mcp__every__completable-prompt Sales Eve',
      'Please promote Eve to the head of the Sales team\\.',
    ],
    [
      '/mcp__every__resource-prompt Text 3',
      '[^]*\\[Resource demo://resource/dynamic/text/3\\]\\n[^]*',
    ],
  ])('%s gets its words, as data', async (prompt, words) => {
    const { first } = await play(prompt);
    expect(first).toContain(prompt);
    expect(first).toMatch(framed(words));
  });

  test.each([
    ['/mcp__every__args-prompt', 'lacks its argument city.'],
    ['/mcp__every__resource-prompt Text x', 'failed: '],
    ['/mcp__every__resource-prompt Smell 1', 'failed: '],
    ['/mcp__every__simple-promt', 'Did you mean /mcp__every__simple-prompt?'],
    ['/mcp__every__nothing at all', 'no MCP server that is up has it.'],
    ['/mcp__away__simple-prompt', 'no MCP server that is up has it.'],
  ])('%s leaves nothing to do: the run fails, and asks no model', async (prompt, words) => {
    const { outputs, exitCode, transcript, summary } = await run(prompt);
    expect({ reason: outputs['stop_reason'], exitCode }).toEqual({
      reason: 'config_error',
      exitCode: 1,
    });
    expect(transcript.filter(({ type }) => type === 'assistant')).toEqual([]);
    expect(JSON.stringify(transcript.at(-1))).toContain(words);
    expect(summary).toContain(words);
  });

  test('a binary resource in it is named and not shown', async () => {
    const { first } = await play('/mcp__every__resource-prompt Blob 2');
    expect(first).toMatch(
      /\[Resource demo:\/\/resource\/dynamic\/blob\/2\] \(\S+, about \d+ bytes, not shown\)/,
    );
  });
});

test('resources are listed with templates, and read by address, where the policy lets them', async () => {
  const read = (uri: string) => call('ReadMcpResource', { server: 'every', uri });
  const { result } = await play(
    'x',
    [
      call('ListMcpResources', { server: 'every' }),
      read('demo://resource/dynamic/text/7'),
      read('demo://resource/dynamic/blob/7'),
      read('demo://resource/static/document/features.md'),
      read('demo://resource/dynamic/text/none'),
      read('demo://nowhere'),
      call('ListMcpResources', { server: 'evry' }),
    ],
    'permissions: { allow: [ListMcpResources, "ReadMcpResource(every)"] }',
  );
  const told = results(result);
  expect(told).toContain('demo://resource/dynamic/text/{resourceId}');
  expect(told).toContain('[Resource demo://resource/dynamic/text/7]');
  expect(told).toMatch(
    /\[Resource demo:\/\/resource\/dynamic\/blob\/7\] \(.*?, about \d+ bytes, not shown\)/,
  );
  expect(told).toContain('[Resource demo://resource/static/document/features.md]');
  expect(told).toContain('The MCP server every failed: ');
  expect(told).toContain('No MCP server evry has that. There are: every.');
  expect(decisions(result).map(([, behavior]) => behavior)).toEqual(Array(7).fill('allow'));
});

test('reading a resource is judged as a message to the server, unless it is believed', async () => {
  const turn = call('ReadMcpResource', { server: 'every', uri: 'demo://resource/dynamic/text/7' });
  const readers = 'ask: [{ match: { tool: ReadMcpResource, read_only: true }, answer: allow }]';
  const strange = await play('x', [turn], readers);
  expect(decisions(strange.result)).toEqual([['ReadMcpResource', 'deny', ['write', 'network']]]);
  const believed = await play('x', [turn], `mcp: { every: { trust_hints: true } }\n${readers}`);
  expect(decisions(believed.result)).toEqual([['ReadMcpResource', 'allow', ['read', 'network']]]);
});

test('a rule for resources can name the server', async () => {
  const read = call('ReadMcpResource', { server: 'every', uri: 'demo://resource/dynamic/text/7' });
  for (const [rule, behavior] of [
    ['ReadMcpResource(every)', 'allow'],
    ['ReadMcpResource(other)', 'deny'],
  ] as const) {
    const { result } = await play('x', [read], `permissions: { allow: ["${rule}"] }`);
    expect(decisions(result).map(([, got]) => got)).toEqual([behavior]);
  }
});
