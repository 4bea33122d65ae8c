import { expect, test } from 'vitest';
import { server } from './mcp-job.ts';
import { restored } from './resume-job.ts';
import { answered, DONE, searchJob, told, toolsOf, turn, use, WAYS } from './search-job.ts';

const servers = { hub: server('fine'), mail: server('fine') };
const policy = 'tools: { with: [Brief] }\npermissions: { allow: [mcp__hub, mcp__mail] }';
const search = (query: string) => turn(use('ToolSearch', { query }));
const ask = (text: string) => turn(use('mcp__hub__do', { text }));
const summary = `The hub was asked. ${'It said what was wanted, and more is to be asked of it. '.repeat(5)}`;

test.each(WAYS)('unseen tools are refused, searched for and called: %s', async (_, way) => {
  const turns = [
    ask('too early'),
    search('select:mcp__hub__do'),
    ask('found by name'),
    search('+mail +other'),
    turn(
      use('mcp__mail__other', { text: 'found by words' }),
      use('ToolSearch', { query: 'zebra' }),
    ),
    DONE,
  ];
  const { result, api } = await searchJob({ turns, servers, policy, way });
  expect(api.violations).toEqual([]);
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', num_turns: '6' });
  const requests = answered(api);
  expect(requests).toHaveLength(6);
  const [first, refused, found, called, more, last] = requests;
  expect(told(refused)).toContain('ToolSearch with the query “select:mcp__hub__do” first');
  expect(told(refused)).not.toContain('too early');
  expect(told(called)).toContain('found by name');
  expect(told(last)).toContain('found by words');
  expect(told(last)).toContain('No tool fits.');

  const own = toolsOf(first);
  expect(own).toContain('ToolSearch');
  expect(own.filter((name) => String(name).startsWith('mcp__'))).toEqual([]);
  if (way.toolReferences) {
    expect(told(found)).toContain('{"type":"tool_reference","tool_name":"mcp__hub__do"}');
    for (const request of requests) expect(toolsOf(request)).toEqual(own);
    expect(toolsOf(last, true)).toHaveLength(5);
  } else {
    expect(told(found)).toContain('You can call this tool now: ');
    expect(toolsOf(refused)).toEqual(own);
    expect(toolsOf(found)).toEqual([...own, 'mcp__hub__do']);
    expect(toolsOf(more)).toEqual([...own, 'mcp__hub__do', 'mcp__mail__other']);
    expect(toolsOf(last, true)).toEqual([]);
  }
});

test.each(WAYS.slice(0, 2))(
  'where a summary takes the place of a search, tools are loaded anew: %s',
  async (_, way) => {
    const turns = [
      search('select:mcp__hub__do'),
      ask('one'),
      turn(use('Brief', { summary })),
      ask('two'),
      search('mcp__hub__do'),
      ask('three'),
      DONE,
    ];
    const { result, api } = await searchJob({ turns, servers, policy, way });
    expect(api.violations).toEqual([]);
    expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
    const [, , , short, refused, , last] = answered(api);
    expect(short?.body.messages).toHaveLength(2);
    expect(told(short)).toMatch(/# Tools that were searched for.*- mcp__hub__do/u);
    expect(told(refused)).toContain('ToolSearch with the query “select:mcp__hub__do” first');
    expect(told(last)).toContain('three');
  },
);

test.each(WAYS.slice(0, 2))(
  'a run that goes on from a record calls what was found before: %s',
  async (_, way) => {
    const first = await searchJob({
      turns: [search('select:mcp__hub__do'), ask('one'), DONE],
      servers,
      policy,
      way,
    });
    const record = restored(first.result.outputs['execution_file'] ?? '');
    const turns = [ask('two'), turn(use('mcp__mail__do', { text: 'unseen' })), DONE];
    const { result, api } = await searchJob({
      turns,
      servers,
      policy,
      way,
      inputs: { resume: record.folder },
    });
    expect(api.violations).toEqual([]);
    expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
    const [start, called, last] = answered(api);
    expect(toolsOf(start).includes('mcp__hub__do')).toBe(!way.toolReferences);
    expect(told(called)).toContain('two');
    expect(told(last)).toContain('ToolSearch with the query “select:mcp__mail__do” first');
  },
);

test('after a summary and a new start the tools are still told', async () => {
  const first = await searchJob({
    turns: [search('select:mcp__hub__do'), turn(use('Brief', { summary })), DONE],
    servers,
    policy,
  });
  const record = restored(first.result.outputs['execution_file'] ?? '');
  const { result, api } = await searchJob({
    turns: [ask('one'), search('select:mcp__hub__do'), ask('two'), DONE],
    servers,
    policy,
    inputs: { resume: record.folder },
  });
  expect(api.violations).toEqual([]);
  expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
  const [start, refused, , last] = answered(api);
  expect(JSON.stringify(start?.body.messages)).toMatch(/searched for.*- mcp__hub__do/u);
  expect(told(refused)).toContain('select:mcp__hub__do');
  expect(told(last)).toContain('two');
});

test('tst-auto: definitions below a tenth of the window are sent, those above it wait', async () => {
  // Five hundred of a server count, some fourteen thousand tokens of the model's 200,000.
  const inputs = { tool_search: 'tst-auto', model: 'claude-sonnet-4-5' };
  const few = await searchJob({ turns: [DONE], servers: { one: server('many') }, policy, inputs });
  expect(few.api.counted).toHaveLength(1);
  expect(few.api.counted[0]).toBeGreaterThan(10_000);
  expect(few.api.counted[0]).toBeLessThan(20_000);
  expect(toolsOf(answered(few.api)[0], true)).toEqual([]);
  expect(toolsOf(answered(few.api)[0])).not.toContain('ToolSearch');
  expect(toolsOf(answered(few.api)[0]).length).toBeGreaterThan(500);

  const two = { one: server('many'), two: server('many') };
  const many = await searchJob({ turns: [DONE], servers: two, policy, inputs });
  expect(many.api.counted[0]).toBeGreaterThan(20_000);
  expect(toolsOf(answered(many.api)[0])).toContain('ToolSearch');
  expect(toolsOf(answered(many.api)[0], true).length).toBeGreaterThan(1_000);
  for (const { api, result } of [few, many]) {
    expect(api.violations).toEqual([]);
    expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
  }
});
