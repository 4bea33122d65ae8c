import { expect, test } from 'vitest';
import { parseInput } from '../../../src/tool/parse-input.ts';
import type { AnyTool } from '../../../src/tool/tool.ts';
import { findTools } from '../../../src/tools/tool-search/find-tools.ts';
import { toolSearchTool } from '../../../src/tools/tool-search/tool-search.ts';
import { poolWith, serverTool } from './search-pool.ts';

await toolSearchTool.prepare();

const { pool } = poolWith([
  serverTool('mcp__hub__create_issue'),
  serverTool('mcp__hub__close'),
  serverTool('mcp__mail__send-letter'),
  serverTool('mcp__mail__close'),
  serverTool('mcp__Wiki__readPage'),
]);
/** What a call with this input finds, through the schema. */
function find(input: Readonly<Record<string, unknown>>, tools: readonly AnyTool[] = pool) {
  const parsed = parseInput(toolSearchTool as AnyTool, input);
  if (!parsed.ok) return expect.fail(parsed.message);
  return findTools(parsed.input as Parameters<typeof findTools>[0], tools);
}

test.each([
  'select: mcp__hub__close , mcp__hub__create_issue',
  'select:mcp__hub__close mcp__hub__create_issue',
  'SELECT : mcp__hub__close;mcp__hub__create_issue;',
  'select:["mcp__hub__close", `mcp__hub__create_issue`]',
  'select:\nmcp__hub__close,\nmcp__hub__create_issue\n',
  'select:mcp__HUB__Close,mcp__hub__create-issue',
  'mcp__hub__close, mcp__hub__create_issue',
  'ｓｅｌｅｃｔ：ｍｃｐ＿＿ｈｕｂ＿＿ｃｌｏｓｅ，mcp__hub__create_issue',
])('“%s” selects both', (query) => {
  const names = ['mcp__hub__close', 'mcp__hub__create_issue'];
  expect(find({ query })).toMatchObject({ found: names, notes: [] });
});

test('a name without its server means the one tool that it fits; of several none is taken', () => {
  expect(find({ query: 'select:create_issue,READPAGE' })).toMatchObject({
    found: ['mcp__hub__create_issue', 'mcp__Wiki__readPage'],
    notes: [],
  });
  expect(find({ query: 'select:close' })).toMatchObject({
    found: [],
    notes: ['close fits 2 tools: mcp__hub__close and mcp__mail__close.'],
  });
});

test.each([
  ['mcp__hub__craete_issue', 'mcp__hub__create_issue'],
  ['mcp__other__create_issue', 'mcp__hub__create_issue'],
  ['send_leter', 'mcp__mail__send-letter'],
  // Letters of another alphabet that look the same.
  ['mcp__hub__сrеаtе_issuе', 'mcp__hub__create_issue'],
])('for %s the right name is told', (name, right) => {
  const { found, notes } = find({ query: `select:${name}` });
  expect(found).toEqual([]);
  expect(notes).toEqual([`There is no tool ${name}. Did you mean ${right}?`]);
});

test('what is empty gets a sentence', () => {
  for (const query of ['', '  ', ',', '[]']) {
    expect(find({ query })).toMatchObject({
      found: [],
      notes: ['The query is empty: write keywords, or `select:` and names with commas between.'],
    });
  }
  for (const query of ['select:', 'select: ,,', ' Select : ""']) {
    expect(find({ query }).notes).toEqual([
      'Write the names behind `select:`, with commas between.',
    ]);
  }
  expect(find({ query: '+++ !!' }).notes).toHaveLength(1);
});

test.each([
  [0, 1],
  [-3, 1],
  [2.9, 2],
  [51, 50],
  ['1000', 50],
  [1e300, 50],
])('max_results %s is taken as %s, and that is said', (max_results, most) => {
  const many = poolWith(
    Array.from({ length: 60 }, (_, index) => serverTool(`mcp__a__get_${index}`)),
  ).pool;
  const { found, notes } = find({ query: 'get', max_results }, many);
  expect(found).toHaveLength(most);
  expect(notes[0]).toBe(`max_results was taken as ${most}: it is from 1 to 50.`);
  expect(notes[1]).toMatch(/^\d+ more fit less well: /u);
});

test('five hundred names are heard: fifty looked up, the rest counted, wrong ones told shortly', () => {
  const names = Array.from({ length: 500 }, (_, index) => `mcp__a__tool_with_a_long_name_${index}`);
  const many = poolWith(names.map((name) => serverTool(name))).pool;
  const right = find({ query: `select:${names.join(',')}` }, many);
  expect(right.found).toEqual(names.slice(0, 50));
  expect(right.notes).toEqual(['Passed over, as there are at most 50 at once: 450 more names.']);
  const wrong = find({ query: `select:${names.map((name) => `${name}x`.repeat(2)).join(',')}` });
  expect(wrong.found).toEqual([]);
  expect(wrong.notes).toHaveLength(5);
  expect(wrong.notes.join('\n').length).toBeLessThan(2_000);
});

test('a sentence behind `select:` gets few words back', () => {
  const { notes } = find({ query: 'select: the tool that opens a new ticket for this bug please' });
  expect(notes).toHaveLength(4);
  expect(notes[3]).toMatch(/^Nor is there /u);
});
