import { expect, test } from 'vitest';
import { readRecord } from '../../../src/action/resume/read-record.ts';
import { ConfigError } from '../../../src/base/errors.ts';
import { answered, INIT, journal, result, say, told, use } from './record-files.ts';

const taken = (messages: readonly unknown[], rest = '') =>
  readRecord(journal(messages, rest), 'input resume');
const read = (messages: readonly unknown[], rest = '') => {
  const record = taken(messages, rest);
  return 'path' in record ? record : expect.fail('nothing to go on from');
};
const problem = (messages: readonly unknown[], rest = '') => {
  try {
    taken(messages, rest);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'none';
};

test.each([
  ['no JSON', [], 'hello\n', /transcript\.jsonl:1: this is no JSON object/],
  ['words without an end', [], 'hello', /transcript\.jsonl:1: this is no message of a run/],
  ['another program’s lines', [{ type: 'event', n: 1 }], '', /:1: this is no message of a run of/],
  ['another program’s result', [{ type: 'result', result: 'x' }], '', /:1: .*before the init/],
  ['an id that is a text', [{ ...INIT, session_id: 'a\n::error::b' }], '', /:1: the session_id/],
  ['a list of numbers', [1], '', /:1: this is no JSON object/],
  [
    'another tool’s init',
    [{ ...INIT, schema_version: undefined }],
    '',
    /:1: .*not one of Unattended/,
  ],
  [
    'a newer version',
    [{ ...INIT, schema_version: 2 }],
    '',
    /:1: .*schema_version 2, and 1 is known/,
  ],
  ['no init', [told('x')], '', /:1: it comes before the init/],
  [
    'a wrong role',
    [INIT, { ...told('x'), message: { role: 'assistant', content: [] } }],
    '',
    /:2: .*another role/,
  ],
  ['no content', [INIT, told(7)], '', /:2: .*is no list/],
  ['a block without type', [INIT, told([{}])], '', /:2: .*holds a block that is none: \{\}/],
  [
    'a call without id',
    [INIT, told('x'), answered([{ type: 'tool_use', name: 'Read' }])],
    '',
    /:3: .*none/,
  ],
  ['a result of nothing', [INIT, told([{ type: 'tool_result' }])], '', /:2: .*none/],
  ['no usage', [INIT, told('x'), answered([], { usage: null })], '', /:3: .*model and usage/],
  [
    'an array without its end',
    [],
    '[{"type":"system"}',
    /:1: the array ends.*Give the .*\.jsonl of/,
  ],
])('%s is told in one sentence with its place', (_name, messages, rest, words) => {
  const text = problem(messages, rest);
  expect(text).toMatch(words);
  expect(text).not.toContain('\n');
  expect(text).toMatch(/^input resume: \/\S+transcript\.jsonl:\d+: /);
  expect(text).toMatch(/Give the transcript\.json.*, or leave the input empty to begin anew\.$/);
});

const NOTICE = { type: 'system', subtype: 'informational', content: 'x' };
const END = { type: 'result', stop_reason: 'config_error', num_turns: 0, total_cost_usd: 0 };

test.each([
  ['killed as it began', [], ''],
  ['killed within its first line', [], '{"type":"sys'],
  ['killed before its init', [NOTICE], ''],
  ['that could not begin', [NOTICE, { ...END, unattended: {} }], ''],
  ['killed before its first answer', [INIT, told('x')], ''],
])('the record of a run %s has nothing to go on from, and is no error', (_name, messages, rest) => {
  expect(taken(messages, rest)).toEqual({ earlier: undefined });
});

test('what a run without an answer used counts, and what those before it did', () => {
  const asked = { ...END, stop_reason: 'hook_stopped', total_cost_usd: 0.25, unattended: {} };
  expect(taken([INIT, told('x'), asked])).toMatchObject({
    earlier: { sessionId: 'before', spent: { numTurns: 0, costUsd: 0.25 } },
  });
  const resumed_from = { session_id: 'first', num_turns: 5, total_cost_usd: 2, modelUsage: {} };
  expect(taken([{ ...INIT, resumed_from }])).toMatchObject({
    earlier: { spent: { numTurns: 5, costUsd: 2 } },
  });
});

test('takes the conversation, without thinking, refused answers and what sub-agents said', () => {
  const record = read([
    INIT,
    { type: 'system', subtype: 'informational', content: 'x' },
    told('task'),
    answered([
      { type: 'thinking', thinking: 'hm', signature: 's' },
      say('I look.'),
      use('a', 'Gone'),
    ]),
    told('inside', { parent_tool_use_id: 'a' }),
    told([result('a')]),
    answered([{ type: 'redacted_thinking', data: 'x' }]),
    answered([say('No.')], { stop_reason: 'refusal' }),
    answered([say('Done.')]),
    {
      type: 'result',
      subtype: 'success',
      stop_reason: 'max_turns',
      num_turns: 4,
      total_cost_usd: 0.5,
    },
  ]);
  expect(record.earlier.messages).toEqual([
    { role: 'user', content: 'task' },
    // The tool may be in no pool any more: what it did is history all the same.
    { role: 'assistant', content: [say('I look.'), use('a', 'Gone')] },
    { role: 'user', content: [result('a')] },
    { role: 'assistant', content: [say('Done.')] },
  ]);
  expect(record).toMatchObject({ stopReason: 'max_turns', trust: 'trusted', faults: [] });
  expect(record.earlier.spent).toMatchObject({ numTurns: 4, costUsd: 0.5 });
});

test('a run that was cut off: calls get results, half a line is passed over, answers are counted', () => {
  const record = read(
    [INIT, told('task'), answered([use('a'), use('b')], { stop_reason: 'tool_use' })],
    '{"type":"user","mess',
  );
  expect(record.stopReason).toBeUndefined();
  const last = record.earlier.messages.at(-1);
  expect(last).toMatchObject({
    role: 'user',
    content: [
      { tool_use_id: 'a', is_error: true },
      { tool_use_id: 'b', is_error: true },
    ],
  });
  expect(record.faults).toContain('a call without a result');
  expect(record.earlier.spent).toMatchObject({ numTurns: 1, costIsEstimate: true });
  expect(record.earlier.spent.costUsd).toBeGreaterThan(0);
});

test('what ran before the recorded run counts once, also when that was cut off', () => {
  const before = {
    session_id: 'first',
    num_turns: 5,
    total_cost_usd: 2,
    cost_is_estimate: false,
    modelUsage: {},
  };
  const record = read([
    { ...INIT, resumed_from: before },
    { ...told('task'), isReplay: true },
    { ...answered([say('Old.')]), isReplay: true },
    told('more'),
    answered([say('New.')]),
  ]);
  expect(record.earlier.spent.numTurns).toBe(6);
  expect(record.earlier.spent.costUsd).toBeGreaterThan(2);
  expect(record.earlier.spent.costUsd).toBeLessThan(2.1);
  expect(record.earlier.messages).toHaveLength(4);
});

test('numbers that would lift a limit count as none', () => {
  const end = { type: 'result', stop_reason: 'completed', num_turns: -40, total_cost_usd: 'free' };
  const record = read([INIT, told('task'), answered([say('x')]), end]);
  expect(record.earlier.spent).toMatchObject({ numTurns: 0, costUsd: 0 });
});

test('absurd numbers stay numbers, and a transcript that tells of them as its schema wants it', () => {
  const end = {
    type: 'result',
    num_turns: 2.5,
    total_cost_usd: 1e308,
    usage: { input_tokens: -5, output_tokens: 1.5, cache_creation: 'x', evil: {} },
    modelUsage: Object.fromEntries(
      Array.from({ length: 10_000 }, (_none, n) => [`m${n}`, { inputTokens: -1, costUSD: 1e308 }]),
    ),
  };
  const { spent } = read([INIT, told('task'), answered([say('x')]), end]).earlier;
  expect(spent).toMatchObject({ numTurns: 2, costUsd: 1e12 });
  expect(spent.usage).toMatchObject({ input_tokens: 0, output_tokens: 1, cache_creation: null });
  expect(spent.usage).not.toHaveProperty('evil');
  expect(Object.keys(spent.modelUsage)).toHaveLength(100);
  expect(spent.modelUsage['m0']).toMatchObject({ inputTokens: 0, costUSD: 1e12 });
});

test('of findings and things to do no more are taken than a run can have, and at lines that are some', () => {
  const finding = { path: 'a', line: 1, endLine: 1, severity: 'error', message: 'm', text: 'x' };
  const odd = [{ endLine: 0 }, { line: 0 }, { line: 1.5, endLine: 2 }, { endLine: 1e300 }];
  const todo = { content: 'a', status: 'pending', activeForm: 'a' };
  const many = <T>(item: T) => Array.from({ length: 5_000 }, () => item);
  const record = read([
    INIT,
    told('task'),
    answered([use('a'), use('b')]),
    told([result('a'), result('b')], {
      tool_use_result: {
        a: { reportedFindings: [...odd.map((one) => ({ ...finding, ...one })), ...many(finding)] },
        b: { newTodos: many(todo) },
      },
    }),
    answered([say('x')]),
  ]);
  expect(record.findings).toEqual(many(finding).slice(0, 1_000));
  expect(record.todos).toHaveLength(1_000);
});

test('a history of very many short messages is cut to half at a time, not to what just fits', () => {
  const lines = Array.from({ length: 17_000 }, (_none, n) =>
    answered([say(`line ${n} ${'x'.repeat(200)}`)]),
  );
  const { messages } = read([INIT, told('task'), ...lines]).earlier;
  const words = JSON.stringify(messages);
  // A cut to what just fits would be made again for each message, and take for ever.
  expect(words.length).toBeLessThan(3_000_000);
  expect(messages[0]?.content).toBe('task');
  expect(words).toContain('line 16999 ');
});

test('a record that does not say so is not trusted', () => {
  for (const unattended of [undefined, {}, { trust: 'yes' }, { trust: 'untrusted' }])
    expect(read([{ ...INIT, unattended }, told('t'), answered([say('x')])]).trust).toBe(
      'untrusted',
    );
});

test('behind a compaction only the task and the summary are left', () => {
  const record = read([
    INIT,
    told('task'),
    answered([use('a')]),
    told([result('a', 'long')]),
    { type: 'system', subtype: 'compact_boundary', compact_metadata: {} },
    told('summary'),
    answered([say('On it goes.')]),
  ]);
  expect(record.earlier.messages.map(({ content }) => content)).toEqual([
    'task',
    'summary',
    [say('On it goes.')],
  ]);
});

test('a long history is cut: old results first, the task and the latest stay', () => {
  const rounds = Array.from({ length: 400 }, (_none, n) => [
    answered([use(`c${n}`)]),
    told([result(`c${n}`, `${n} ${'x'.repeat(30_000)}`)]),
  ]).flat();
  const { messages } = read([INIT, told('task'), ...rounds, answered([say('Done.')])]).earlier;
  expect(JSON.stringify(messages).length).toBeLessThan(4_000_000);
  expect(messages).toHaveLength(802);
  expect(messages[0]?.content).toBe('task');
  expect(JSON.stringify(messages[2])).toContain('left out');
  expect(JSON.stringify(messages.at(-2))).toContain('399 xxx');
});

test('the to-do list and the findings are those that tools took, not what was asked', () => {
  const todo = { content: 'a', status: 'pending', activeForm: 'a' };
  const finding = { path: 'a.js', line: 1, endLine: 1, severity: 'error', message: 'm', text: 'x' };
  const record = read([
    INIT,
    told('task'),
    answered([{ ...use('a', 'TodoWrite'), input: { todos: [todo, todo] } }]),
    told([{ ...result('a', 'denied'), is_error: true }]),
    answered([use('b', 'TodoWrite'), use('c', 'ReportFindings')]),
    told([result('b'), result('c')], {
      tool_use_result: {
        b: { oldTodos: [], newTodos: [todo, { ...todo, status: 'odd' }] },
        c: { reportedFindings: [finding, { ...finding, line: 'one' }], total: 2 },
      },
    }),
    answered([say('x')]),
  ]);
  expect(record.todos).toEqual([todo]);
  expect(record.findings).toEqual([finding]);
});
