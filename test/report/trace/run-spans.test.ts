import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/events/run-event.ts';
import { INFO, SAMPLE, SECRET, T0, VERDICT } from '../sample-run.ts';
import {
  allowed,
  answered,
  asked,
  begun,
  denied,
  ended,
  finished,
  hooked,
  resulted,
  spansOf,
  started,
  treeOf,
} from './trace-events.ts';

test('a run is a tree: turns, in each the request and the calls, in those hooks and decision', () => {
  const spans = spansOf([
    begun,
    asked(10, 1),
    answered(100),
    hooked(120, 'a', 15),
    allowed(121, 'a'),
    started(122, 'a'),
    finished(150, 'a', false, 28),
    resulted(151, ['a']),
    asked(160, 2),
    answered(200),
    ended(210),
  ]);
  expect(treeOf(spans)).toMatchInlineSnapshot(`
    "invoke_agent unattended +0…210
      turn 1 +10…160
        chat claude-sonnet-5-5 +10…100
        execute_tool Bash +105…150
          hook PreToolUse +105…120
          permission_decision +121…121
      turn 2 +160…210
        chat claude-sonnet-5-5 +160…200"
  `);
});

test('hooks of no call hang from the turn, before the first one from the run', () => {
  const spans = spansOf([
    hooked(1, undefined),
    begun,
    hooked(9, undefined, 4),
    asked(10, 1),
    hooked(20, undefined),
    ended(30),
  ]);
  expect(treeOf(spans)).toMatchInlineSnapshot(`
    "invoke_agent unattended +0…30
      hook PreToolUse +5…9
      turn 1 +10…30
        chat claude-sonnet-5-5 +10…30 !unfinished
        hook PreToolUse +15…20"
  `);
});

test('calls side by side, begun while the answer streams, do not mix', () => {
  const spans = spansOf([
    begun,
    asked(10, 1),
    hooked(30, 'b', 10),
    hooked(31, 'a', 21),
    allowed(32, 'a'),
    started(33, 'a'),
    allowed(34, 'b'),
    started(35, 'b'),
    finished(50, 'b', true, 15),
    answered(60),
    finished(80, 'a', false, 47),
    resulted(81, ['a', 'b']),
    ended(90),
  ]);
  expect(treeOf(spans)).toMatch(
    /execute_tool Bash \+10…80\n {6}hook PreToolUse \+10…31\n {6}permission_decision [^\n]+\n {4}execute_tool Bash \+20…50 !tool_error\n {6}hook PreToolUse \+20…30\n/,
  );
});

test('a refused call ends with its decision, and the decision tells who, not about what', () => {
  const spans = spansOf([
    begun,
    asked(1, 1),
    denied(20, 'a'),
    resulted(30, ['a'], true),
    ended(40),
  ]);
  const call = spans.find(({ name }) => name === 'execute_tool Bash');
  expect(call).toMatchObject({ end: T0 + 20, error: 'denied' });
  expect(spans.find(({ name }) => name === 'permission_decision')?.attributes).toEqual({
    'unattended.decision.behavior': 'deny',
    'unattended.decision.step': 'deny_rule',
    'unattended.decision.rule': 'Bash(git push *)',
    'unattended.decision.file': 'policies/read-only.yml',
    'unattended.decision.line': 14,
    'unattended.decision.asked': false,
    'unattended.decision.asked_because': undefined,
  });
});

test.each<[string, RunEvent[], string]>([
  ['cut short before it ran', [allowed(20, 'a'), resulted(30, ['a'], true)], '30 !cancelled'],
  ['allowed in a dry run', [allowed(20, 'a'), resulted(30, ['a'])], '30'],
  [
    'begun, its result not to be shown',
    [started(20, 'a'), resulted(30, ['a'], true)],
    '30 !cancelled',
  ],
  ['left behind by the end of the run', [started(20, 'a')], '40 !unfinished'],
  ['left behind by the next turn', [started(20, 'a'), asked(35, 2)], '35 !unfinished'],
  ['inside a call', [started(20, 'a'), allowed(21, 'a.1'), finished(30, 'a')], '21'],
])('the end of a call that was %s', (_what, events, end) => {
  const tree = treeOf(spansOf([begun, asked(1, 1), answered(10), ...events, ended(40)]));
  expect(
    tree
      .split('\n')
      .filter((line) => line.includes('execute_tool'))
      .at(-1),
  ).toMatch(new RegExp(`…${end}$`));
});

test('a request that failed, one that was cut, tries in between', () => {
  const retry = { attempt: 1, maxRetries: 10, delayMs: 600, status: 529, error: 'the words' };
  const failed = spansOf([
    begun,
    asked(1, 1),
    { type: 'api_retry', at: T0 + 5, retry },
    ended(40, { ...VERDICT, conclusion: 'failure', stopReason: 'api_error' }),
  ]);
  expect(treeOf(failed)).toMatch(/^invoke_agent unattended \+0…40 !api_error\n/);
  const chat = failed.find(({ name }) => name.startsWith('chat'));
  expect(chat).toMatchObject({
    error: 'unfinished',
    attributes: { 'error.type': 'unfinished', 'gen_ai.operation.name': 'chat' },
    events: [
      {
        name: 'retry',
        attributes: {
          'unattended.retry.attempt': 1,
          'unattended.retry.delay_ms': { double: 600 },
          'http.response.status_code': 529,
        },
      },
    ],
  });
  const whole = answered(30) as Extract<RunEvent, { type: 'assistant' }>;
  const cut = { ...whole, message: { ...whole.message, stop_reason: null } };
  expect(treeOf(spansOf([begun, asked(1, 1), cut, ended(40)]))).toContain('+1…30 !cut');
});

test('usage counts cached tokens in, as the conventions do', () => {
  const spans = spansOf([begun, asked(1, 1), answered(30), ended(40)]);
  expect(spans.find(({ name }) => name.startsWith('chat'))?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.conversation.id': INFO.sessionId,
    'gen_ai.request.model': INFO.model,
    'gen_ai.request.stream': true,
    'gen_ai.response.id': 'msg_30',
    'gen_ai.response.model': INFO.model,
    'gen_ai.response.finish_reasons': ['tool_use'],
    'gen_ai.usage.input_tokens': 2_100,
    'gen_ai.usage.output_tokens': 80,
    'gen_ai.usage.cache_read.input_tokens': 900,
    'gen_ai.usage.cache_creation.input_tokens': 0,
  });
});

test('a run that never began is one span; what comes after its end is nothing', () => {
  const verdict = { ...VERDICT, conclusion: 'failure', stopReason: 'config_error' } as const;
  const spans = spansOf([ended(30_000, verdict), begun, asked(40_000, 1), ended(50_000)]);
  expect(treeOf(spans)).toBe('invoke_agent unattended +8600…30000 !config_error');
});

test('a parent from outside is the parent of the run', () => {
  const parentSpanId = 'b'.repeat(16);
  const [root] = spansOf([begun, ended(5)], { traceId: 'c'.repeat(32), parentSpanId });
  expect(root).toMatchObject({ traceId: 'c'.repeat(32), parentSpanId });
});

test('the id of the run is known to whoever knows its session: the post step of a killed one', () => {
  const root = spansOf([begun, ended(5)]).at(-1);
  expect(root?.spanId).toBe('5b0c7f0e2f384b62');
  expect(INFO.sessionId.replaceAll('-', '')).toMatch(new RegExp(`^${root?.spanId}`));
});

test('the name that a model gives to a tool that there is not stays out', () => {
  const spans = spansOf([begun, asked(1, 1), denied(9, 'a', 'Send my secret'), ended(10)]);
  expect(JSON.stringify(spans)).not.toContain('secret');
  expect(treeOf(spans)).toContain('execute_tool _OTHER');
});

test('content is nowhere: prompts, words, inputs, outputs, files', () => {
  const text = JSON.stringify([
    ...spansOf(SAMPLE),
    ...spansOf([begun, asked(1, 1), hooked(3, 'a'), allowed(4, 'a'), finished(9, 'a'), ended(9)]),
  ]);
  for (const content of [
    SECRET.value,
    INFO.prompt,
    'I look at',
    'sum.js',
    'sum.test.js',
    'Exit code',
    'what it printed',
    'guard.sh',
    'the input',
    'the output',
    'the summary',
    'the reason',
    'Pushing is the job',
  ]) {
    expect(text).not.toContain(content);
  }
});
