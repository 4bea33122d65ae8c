import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deferredTools } from '../../../src/tool/deferral.ts';
import type { AnyTool } from '../../../src/tool/tool.ts';
import { explainUnseen } from '../../../src/tools/tool-search/explain-unseen.ts';
import { findTools } from '../../../src/tools/tool-search/find-tools.ts';
import { toolSearchTool } from '../../../src/tools/tool-search/tool-search.ts';
import { poolWith, serverTool } from './search-pool.ts';

const described = (name: string, description: string, searchHint = '') =>
  serverTool(name, { description: () => description, searchHint });

const TOOLS = [
  described('mcp__hub__create_issue', 'Opens an issue.'),
  described('mcp__hub__list_issues', 'Lists what is open.'),
  described('mcp__hub__close', 'Closes an issue for good.'),
  described('mcp__mail__send', 'Sends a letter.', 'email notify'),
  described('mcp__mail__readInbox', 'Reads letters.'),
  described('mcp__wiki__search', 'Searches pages.'),
];
const { pool } = poolWith(TOOLS);
const find = (query: string, max_results?: number) =>
  findTools({ query, ...(max_results !== undefined && { max_results }) }, pool);

test('exact names select, in any number', () => {
  expect(find('select:mcp__wiki__search').found).toEqual(['mcp__wiki__search']);
  expect(find(' select: mcp__hub__close , mcp__mail__send,mcp__hub__close').found).toEqual([
    'mcp__hub__close',
    'mcp__mail__send',
  ]);
});

test('a name that is wrong, there already or missing gets a sentence', () => {
  expect(find('select:mcp__hub__create_isue')).toMatchObject({
    found: [],
    notes: ['There is no tool mcp__hub__create_isue. Did you mean mcp__hub__create_issue?'],
  });
  expect(find('select:Read,mcp__hub__close')).toMatchObject({
    found: ['mcp__hub__close'],
    notes: ['Read is there already: call it.'],
  });
  expect(find('select:').notes).toEqual(['Write the names behind `select:`, with commas between.']);
});

test('keywords rank the name before the hint, and that before the description', () => {
  const ranked = [
    described('mcp__a__zebra', 'Nothing.'),
    described('mcp__b__x', 'Nothing.', 'zebra'),
    described('mcp__c__y', 'Paints a zebra.'),
    described('mcp__d__z', 'Nothing.'),
  ];
  const found = findTools({ query: 'zebra' }, poolWith([...ranked].reverse()).pool);
  expect(found).toMatchObject({
    found: ['mcp__a__zebra', 'mcp__b__x', 'mcp__c__y'],
    notes: [],
    // ReportFindings waits as well.
    total: 5,
  });
});

test.each([
  ['create issue', 'mcp__hub__create_issue'],
  ['Issues', 'mcp__hub__list_issues'],
  ['inbox', 'mcp__mail__readInbox'],
  ['notify people by email', 'mcp__mail__send'],
  ['wiki pages', 'mcp__wiki__search'],
])('“%s” finds %s first', (query, name) => {
  expect(find(query).found[0]).toBe(name);
});

test('a required word has to be in the name', () => {
  expect(find('+mail issue').found).toEqual(['mcp__mail__readInbox', 'mcp__mail__send']);
  expect(find('+hub +list').found).toEqual(['mcp__hub__list_issues']);
  expect(find('+letter')).toMatchObject({
    found: [],
    notes: ['No tool fits. Try other words, or the name of a server.'],
  });
});

test('no more come than are asked for, and the rest is told', () => {
  const many = Array.from({ length: 12 }, (_, index) => serverTool(`mcp__a__get_${index}`));
  const all = poolWith(many).pool;
  expect(findTools({ query: 'get' }, all).found).toHaveLength(5);
  const two = findTools({ query: 'get', max_results: 2 }, all);
  expect(two.found).toHaveLength(2);
  expect(two.notes).toEqual(['10 more fit less well: raise max_results, or say it more exactly.']);
});

test('a denied tool is like none at all, however it is asked for', () => {
  const denied = (name: string) => name === 'mcp__mail__send';
  const open = poolWith(TOOLS, { isDenied: denied }).pool;
  const ask = (query: string) => JSON.stringify(findTools({ query, max_results: 50 }, open));
  expect(ask('send email notify letter +mail')).not.toContain('mcp__mail__send');
  expect(ask('select:mcp__mail__sent')).not.toContain('mcp__mail__send');
  const word = 'mcp__mail__send';
  expect(ask(`select:${word}`)).toBe(
    ask('select:mcp__none__such').replaceAll('mcp__none__such', word),
  );
});

test('the result points at what was found, and only words stand where nothing was', async () => {
  const call = async (query: string) => {
    const { data } = await toolSearchTool.call(
      { query },
      { pool, abort: new AbortController() } as unknown as Parameters<
        typeof toolSearchTool.call
      >[1],
      () => {},
    );
    return toolSearchTool.mapToolResultToToolResultBlockParam(data, 'toolu_1').content;
  };
  expect(await call('select:mcp__hub__close,mcp__wiki__search')).toEqual([
    { type: 'tool_reference', tool_name: 'mcp__hub__close' },
    { type: 'tool_reference', tool_name: 'mcp__wiki__search' },
  ]);
  expect(await call('select:Bash')).toEqual([
    { type: 'text', text: 'Bash is there already: call it.' },
  ]);
});

test('whatever is asked, what is found waits in the pool', () => {
  const waiting = new Set(deferredTools(pool).map(({ name }) => name));
  const words = fc.constantFrom('+', 'select:', 'mcp', 'issue', 'a', ',', ' ', '__', 'Read', '\0');
  const query = fc.oneof(
    fc.string(),
    fc.array(words).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(query, fc.integer({ min: 1, max: 50 }), (asked, most) => {
      const { found, notes } = find(asked, most);
      expect(found.every((name) => waiting.has(name))).toBe(true);
      expect(found.length + notes.length).toBeGreaterThan(0);
      if (!/^\s*select:/iu.test(asked)) expect(found.length).toBeLessThanOrEqual(most);
    }),
  );
});

test('the work grows with the words of the tools, and no faster', () => {
  // Counted, not timed: each description is read once, however often is asked.
  let read = 0;
  const counted = Array.from({ length: 2_000 }, (_, index) =>
    serverTool(`mcp__a__tool_${index}`, {
      description: () => {
        read += 1;
        return `The tool ${'a'.repeat(1_000)} of number ${index}.`;
      },
    }),
  );
  const all = poolWith(counted).pool;
  for (const query of [
    'a'.repeat(1_999),
    'x '.repeat(900),
    `select:${'mcp__a__tool_0x,'.repeat(100)}`,
  ]) {
    findTools({ query }, all);
  }
  expect(read).toBe(2_000);
});

test('a deferred tool that was not seen is refused with the very query; a seen one is not', () => {
  const tool = pool.find(({ name }) => name === 'mcp__hub__close') as AnyTool;
  const bash = pool.find(({ name }) => name === 'Bash') as AnyTool;
  const seen = [
    {
      role: 'user' as const,
      content: [
        {
          type: 'tool_result' as const,
          tool_use_id: 'a',
          content: [{ type: 'tool_reference' as const, tool_name: 'mcp__hub__close' }],
        },
      ],
    },
  ];
  expect(explainUnseen(tool, pool, [])).toContain(
    'ToolSearch with the query “select:mcp__hub__close”',
  );
  expect(explainUnseen(tool, pool, [{ role: 'user', content: 'mcp__hub__close' }])).toBeDefined();
  expect(explainUnseen(tool, pool, seen)).toBeUndefined();
  expect(explainUnseen(bash, pool, [])).toBeUndefined();
  expect(explainUnseen(tool, poolWith(TOOLS, { defers: false }).pool, [])).toBeUndefined();
});
