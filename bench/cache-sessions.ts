import { join } from 'node:path';
import type { FakeBlock, FakeTurn } from '../test/fakes/anthropic-turn.ts';
import { bash, done, reading } from './figures/turn-parts.ts';

/** A kind of session whose use of the prompt cache is told. */
export interface CacheSession {
  readonly name: string;
  readonly turns: (workspace: string) => readonly FakeTurn[];
  /** Variables of the run. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Why a low share is no fault of ours; absent: it is held to the target. */
  readonly aside?: string;
}

const FINE = join(import.meta.dirname, '../test/mcp/fakes/hostile.mjs');
const SERVERS = {
  INPUT_MCP_CONFIG: JSON.stringify({
    mcpServers: Object.fromEntries(
      ['hub', 'mail', 'wiki'].map((name) => [
        name,
        { command: process.execPath, args: [FINE, 'fine'] },
      ]),
    ),
  }),
  INPUT_ALLOWED_TOOLS: 'mcp__hub\nmcp__mail\nmcp__wiki',
};
const LONG = { INPUT_POLICY: join(import.meta.dirname, 'long-policy.yml') };
const SUMMARY = 'All was read that there is, and it is as it was. '.repeat(20);

const thinking: FakeBlock = { type: 'thinking', thinking: 'What comes next? '.repeat(10) };
const use = (name: string, input: unknown = {}): FakeBlock => ({ type: 'tool_use', name, input });
const search = (name: string) => use('ToolSearch', { query: `select:${name}` });

const plain = (workspace: string): readonly FakeTurn[] => [
  ...Array<FakeTurn>(40).fill({ content: [reading(workspace)] }),
  done,
];
const wide = (widths: readonly number[]) => (workspace: string) => [
  ...widths.map((calls) => ({ content: [thinking, ...Array(calls).fill(reading(workspace))] })),
  done,
];
const searching = (workspace: string): readonly FakeTurn[] => {
  const names = ['mcp__hub__do', 'mcp__mail__other', 'mcp__wiki__do'];
  const reads = Array<FakeTurn>(3).fill({ content: [reading(workspace)] });
  return [
    ...names.flatMap((name) => [
      ...reads,
      { content: [search(name)] },
      { content: [use(name, { text: 'a' })] },
    ]),
    done,
  ];
};
const summarising = (workspace: string): readonly FakeTurn[] => {
  const some = plain(workspace).slice(0, 8);
  return [...some, { content: [use('Brief', { summary: SUMMARY })] }, ...some, done];
};
const clearing = (): readonly FakeTurn[] => {
  const some = Array<FakeTurn>(12).fill({
    content: [bash('yes result | head -c 6000')],
  });
  return [...some, { content: [use('Snip', { keep_last: 2 })] }, ...some, done];
};

export const CACHE_SESSIONS: readonly CacheSession[] = [
  { name: 'a call a turn', turns: plain },
  { name: 'eight calls a turn', turns: wide(Array<number>(15).fill(8)) },
  { name: 'up to 60 calls a turn', turns: wide([1, 40, 3, 60, 25, 10, 22, 19, 20, 2]) },
  {
    name: 'ToolSearch in between',
    turns: searching,
    inputs: { ...SERVERS, ENABLE_TOOL_SEARCH: 'true' },
  },
  {
    name: 'ToolSearch through a gateway',
    turns: searching,
    inputs: SERVERS,
    aside: 'a tool that joins the list stands before all that was said',
  },
  { name: 'a summary in between', turns: summarising, inputs: LONG },
  { name: 'old results cleared', turns: clearing, inputs: LONG },
];
