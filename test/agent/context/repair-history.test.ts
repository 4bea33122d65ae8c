import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HistoryRepair, repairHistory } from '../../../src/agent/context/repair-history.ts';
import type { RequestBody } from '../../fakes/anthropic-cache.ts';
import { checkBody } from '../../fakes/anthropic-protocol.ts';

const say = (text: string) => ({ type: 'text', text });
const call = (id: unknown, input: unknown = {}) => ({ type: 'tool_use', id, name: 'Look', input });
const gave = (id: string, content: unknown = 'ok') => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});
const think = (signature: string | undefined) => ({ type: 'thinking', thinking: 'hm', signature });
const user = (...content: unknown[]) => ({ role: 'user', content }) as MessageParam;
const agent = (...content: unknown[]) => ({ role: 'assistant', content }) as MessageParam;
const task: MessageParam = { role: 'user', content: 'task' };

/** What the API has against a history that we end, so that it may answer. */
function complaints(messages: readonly MessageParam[]): string[] {
  const body = { model: 'm', max_tokens: 1, messages: [...messages, user(say('go on'))] };
  return checkBody(body as unknown as RequestBody);
}

test.each<[string, MessageParam[], MessageParam[], string[]]>([
  [
    'an id used twice gets another one, its result with it',
    [task, agent(call('a')), user(gave('a', '1')), agent(call('a')), user(gave('a', '2'))],
    [task, agent(call('a')), user(gave('a', '1')), agent(call('a_2')), user(gave('a_2', '2'))],
    ['an id used twice'],
  ],
  [
    'two calls of one id in one answer keep their results apart',
    [task, agent(call('a'), call('a')), user(gave('a', '1'), gave('a', '2'))],
    [task, agent(call('a'), call('a_2')), user(gave('a', '1'), gave('a_2', '2'))],
    ['an id used twice'],
  ],
  [
    'a result without a call goes',
    [task, agent(say('hi')), user(gave('x'), say('more'))],
    [task, agent(say('hi')), user(say('more'))],
    ['a result without a call'],
  ],
  [
    'results come first, and in the order of the calls',
    [task, agent(call('a'), call('b')), user(say('note'), gave('b')), user(gave('a'), say('2'))],
    [task, agent(call('a'), call('b')), user(gave('a'), gave('b'), say('note')), user(say('2'))],
    ['results out of order'],
  ],
  [
    'a call with an input that is no object keeps its place, for what was answered',
    [task, agent(say('hi'), call('a', 'half')), user(gave('a', 'no object'))],
    [task, agent(say('hi'), call('a')), user(gave('a', 'no object'))],
    ['a call with an input that is no object'],
  ],
  [
    'blank text, unfinished thinking and broken calls go, and an answer of nothing else with them',
    [task, agent(think(undefined), say(' \n')), user(say('')), agent(call('a', 'half')), task],
    [task, task],
    ['blank text', 'unfinished thinking', 'an empty answer', 'a call that broke off'],
  ],
  [
    'thinking that is signed stays before what it led to, and goes where it led to nothing',
    [task, agent(think('s'), call('a')), user(gave('a')), agent(say('x'), think('t')), task],
    [task, agent(think('s'), call('a')), user(gave('a')), agent(say('x')), task],
    ['thinking that led to nothing'],
  ],
  [
    'blank parts of a result',
    [
      task,
      agent(call('a'), call('b')),
      user(gave('a', [say(' ')]), gave('b', [say('x'), say('')])),
    ],
    [task, agent(call('a'), call('b')), user(gave('a', '(no output)'), gave('b', [say('x')]))],
    ['blank text'],
  ],
  [
    'calls of server tools that were never answered',
    [task, agent(say('x'), { type: 'server_tool_use', id: 's', name: 'web', input: {} }), task],
    [task, agent(say('x')), task],
    ['a call of a server tool without a result'],
  ],
])('%s', (_what, broken, whole, faults) => {
  const repaired = repairHistory(broken);
  expect(repaired.messages).toEqual(whole);
  expect([...repaired.faults].sort()).toEqual([...faults].sort());
  expect(complaints(repaired.messages)).toEqual([]);
});

test('a call whose result is missing gets one that says so', () => {
  const { messages, faults } = repairHistory([task, agent(call('a'), call('b')), user(gave('b'))]);
  expect(faults).toEqual(['a call without a result']);
  const missing = expect.stringContaining('may have been carried out');
  expect(messages[2]).toEqual(user({ ...gave('a', missing), is_error: true }, gave('b')));
});

test('two answers in a row: the calls of the first are answered between them', () => {
  const { messages } = repairHistory([task, agent(call('a')), agent(call('b')), user(gave('b'))]);
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
  ]);
  expect(complaints(messages)).toEqual([]);
});

test('a paused answer and the one that goes on from it stay as they are', () => {
  const paused = agent({ type: 'server_tool_use', id: 's', name: 'web', input: {} });
  const history = [task, paused, agent(say('found'))];
  expect(repairHistory(history)).toEqual({ messages: history, faults: [] });
});

test('what was right comes back as the same objects', () => {
  const history = [
    task,
    agent(think('s'), call('a')),
    user(gave('a'), say('note')),
    agent(say('ok')),
  ];
  const { messages, faults } = repairHistory(history);
  expect(faults).toEqual([]);
  expect(messages.every((message, index) => message === history[index])).toBe(true);
});

const texts = fc.constantFrom('x', '', ' ', '\n\t');
const ids = fc.constantFrom('a', 'b', 'c', 'd:1', '');
const blocks = fc.oneof(
  texts.map(say),
  fc
    .tuple(ids, fc.constantFrom<unknown>({}, { a: 1 }, 'half', null, []))
    .map(([id, input]) => call(id, input)),
  fc
    .tuple(ids, fc.oneof(texts, fc.array(texts.map(say), { maxLength: 2 })))
    .map(([id, content]) => gave(id, content)),
  fc.constantFrom('sig', undefined, '').map(think),
  fc.constantFrom('data', '').map((data) => ({ type: 'redacted_thinking', data })),
);
const histories = fc.array(
  fc.record({
    role: fc.constantFrom('user', 'assistant'),
    content: fc.oneof(texts, fc.array(blocks, { maxLength: 5 })),
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<MessageParam>,
  { maxLength: 10 },
);

test('whatever a history holds, the API takes it once repaired', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const before = structuredClone(history);
      const { messages, faults } = repairHistory(history);
      expect(complaints(messages)).toEqual([]);
      expect(history).toEqual(before);
      expect(faults.length === 0).toBe(JSON.stringify(messages) === JSON.stringify(history));
      // A second time there is nothing left to do.
      expect(repairHistory(messages)).toEqual({ messages, faults: [] });
    }),
    { numRuns: 2_000 },
  );
});

test('piece by piece, as a run goes, the history is as good', () => {
  fc.assert(
    fc.property(fc.array(histories, { maxLength: 4 }), (pieces) => {
      const repair = new HistoryRepair();
      const history: MessageParam[] = [task];
      for (const piece of pieces) {
        history.push(...piece);
        repair.repairTail(history);
        expect(complaints(history)).toEqual([]);
      }
    }),
  );
});
