import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { expect, test } from 'vitest';
import { runAgent } from '../../src/agent/run-agent.ts';
import { Interruption } from '../../src/agent/session.ts';
import { ApiFailure, type Model } from '../../src/model/model.ts';
import { call, playing, runner, say, session } from './played-session.ts';

/** Every tool use answered once, in order, in the next message: what the API demands of a history. */
function assertWellFormed(messages: readonly MessageParam[]): void {
  messages.forEach((message, index) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return;
    const uses = message.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    if (uses.length === 0) return;
    const next = messages[index + 1];
    const answers = Array.isArray(next?.content)
      ? next.content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
      : [];
    expect(answers).toEqual(uses);
  });
}

test('asks, runs, tells, repeats, and ends with the last words', async () => {
  const {
    session: s,
    asked,
    events,
  } = session([{ content: [say('Looking.'), call('a'), call('b')] }, { content: [say('Done.')] }]);
  const outcome = await runAgent(s);
  expect(outcome).toMatchObject({
    stopReason: 'completed',
    result: 'Done.',
    numTurns: 2,
    errors: [],
  });
  expect(outcome.costUsd).toBeCloseTo((2 * (1000 * 2 + 100 * 10)) / 1e6);
  expect(asked[1]).toHaveLength(3);
  assertWellFormed(asked[1] ?? []);
  expect(events.map(({ type }) => type)).toEqual([
    'prompt',
    'request_started',
    'words',
    'assistant',
    'tool_results',
    'request_started',
    'words',
    'assistant',
  ]);
});

test.each([
  ['empty', []],
  ['blank', [say(' \n')]],
])('%s answers are asked again, then the run fails', async (_kind, content) => {
  const { session: s, asked } = session(
    Array.from({ length: 6 }, () => ({ content: [...content] })),
  );
  const outcome = await runAgent(s);
  expect(outcome.stopReason).toBe('api_error');
  expect(asked).toHaveLength(4);
  expect(JSON.stringify(asked)).not.toContain('" \\n"');
});

test('an empty answer once is no failure', async () => {
  const { session: s } = session([{ content: [] }, { content: [say('Here.')] }]);
  expect(await runAgent(s)).toMatchObject({ stopReason: 'completed', result: 'Here.' });
});

test('a refusal ends the run with its category, and what it holds is no answer', async () => {
  const { session: s } = session([
    {
      content: [say('Well, first')],
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' } as never,
    },
  ]);
  const outcome = await runAgent(s);
  expect(outcome).toMatchObject({ stopReason: 'refusal', result: '' });
  expect(outcome.errors[0]).toContain('cyber');
});

test('a paused answer is sent back as it is, a cut one is told to go on', async () => {
  const { session: s, asked } = session([
    { content: [say('Searching')], stop_reason: 'pause_turn' },
    { content: [say('Half')], stop_reason: 'max_tokens' },
    { content: [say('Whole.')] },
  ]);
  expect(await runAgent(s)).toMatchObject({ stopReason: 'completed', result: 'Whole.' });
  expect(asked[1]?.at(-1)?.role).toBe('assistant');
  expect(asked[2]?.at(-1)).toMatchObject({ role: 'user' });
});

test('a pause that never ends is capped', async () => {
  const turns = Array.from({ length: 9 }, () => ({
    content: [say('…')],
    stop_reason: 'pause_turn' as const,
  }));
  expect(await runAgent(session(turns).session)).toMatchObject({
    stopReason: 'api_error',
    numTurns: 4,
  });
});

test('an answer cut after calls keeps what ran and goes on', async () => {
  const { session: s, asked } = session([
    { content: [call('a')], cut: true, stop_reason: null },
    { content: [say('ok')] },
  ]);
  expect(await runAgent(s)).toMatchObject({ stopReason: 'completed' });
  assertWellFormed(asked[1] ?? []);
});

test('an unknown stop reason ends the run instead of looping', async () => {
  const { session: s } = session([{ content: [say('x')], stop_reason: 'novelty' as never }]);
  expect((await runAgent(s)).errors[0]).toContain('novelty');
});

test('how the API ended an answer, and why it refused, is told in one short line', async () => {
  const much = `no\n::error::x ${'no '.repeat(100_000)}`;
  const { session: unknown } = session([{ content: [say('x')], stop_reason: much as never }]);
  const [told = ''] = (await runAgent(unknown)).errors;
  expect(told).toMatch(/^The API ended its answer with “no ::error::x .{1,200}$/u);
  const stop_details = { type: 'refusal', category: much, explanation: much } as never;
  const { session: refused } = session([{ content: [], stop_reason: 'refusal', stop_details }]);
  const [why = ''] = (await runAgent(refused)).errors;
  expect(why).toMatch(/^The model refused to go on \(no ::error::x .{1,2200}$/u);
});

test('an answer that ends for a call and holds none is no end of the work', async () => {
  const announced = { content: [say('I look.')], stop_reason: 'tool_use' as const };
  const { session: s, asked } = session([announced, { content: [say('Here.')] }]);
  expect(await runAgent(s)).toMatchObject({ stopReason: 'completed', result: 'Here.' });
  expect(JSON.stringify(asked.at(-1))).toContain('ended for a call');
  const { session: always } = session(Array.from({ length: 9 }, () => announced));
  expect(await runAgent(always)).toMatchObject({ stopReason: 'api_error', numTurns: 4 });
});

test('an API failure is told in the API’s words, and work already done stays on record', async () => {
  const { session: s, events } = session([
    {
      content: [call('a')],
      throws: new ApiFailure('529: Overloaded', { status: 529, requestId: 'req_7' }),
    },
  ]);
  const outcome = await runAgent(s);
  expect(outcome).toMatchObject({ stopReason: 'api_error', errors: ['529: Overloaded'] });
  expect(outcome).toMatchObject({ apiStatus: 529, apiRequestId: 'req_7' });
  expect(events.findLast(({ type }) => type === 'assistant')).toMatchObject({ requestId: 'req_7' });
  expect(events.filter(({ type }) => type === 'tool_results')).toHaveLength(1);
});

test('a crash is an ending like any other', async () => {
  const { session: s } = session([{ throws: new TypeError('x is not a function') }]);
  const outcome = await runAgent(s);
  expect(outcome.stopReason).toBe('error');
  expect(outcome.errors[0]).toContain('x is not a function');
});

test('a deadline ends the run with its own reason', async () => {
  const abort = new AbortController();
  const { session: s } = session([{ content: [call('a')] }], {
    signal: abort.signal,
    startCalls: runner(() => {
      abort.abort(new Interruption('deadline', 'The time limit is reached.'));
      return {};
    }),
  });
  expect(await runAgent(s)).toMatchObject({
    stopReason: 'deadline',
    errors: ['The time limit is reached.'],
  });
});

test('a run that waited for an API in trouble until its end says so, and only such a one', async () => {
  const told = async (isAnswered: boolean) => {
    const abort = new AbortController();
    const end = () => abort.abort(new Interruption('deadline', '5 minutes are used up.'));
    const { model } = playing([{ content: [call('a')] }]);
    const { session: s } = session([], {
      signal: abort.signal,
      model: {
        ...model,
        answer: async (request, handlers, signal) => {
          const retry = { attempt: 1, maxRetries: 10, delayMs: 5, status: 529 };
          handlers.onRetry({ ...retry, error: '529 (overloaded_error): Overloaded\n' });
          if (!isAnswered) end();
          signal.throwIfAborted();
          return model.answer(request, handlers, signal);
        },
      },
      startCalls: runner(() => {
        end();
        return {};
      }),
    });
    const { stopReason, errors } = await runAgent(s);
    return [stopReason, ...errors];
  };
  expect(await told(false)).toEqual([
    'deadline',
    '5 minutes are used up. The API had given no answer yet: 529 (overloaded_error): Overloaded',
  ]);
  expect(await told(true)).toEqual(['deadline', '5 minutes are used up.']);
});

test('a call may end the run', async () => {
  const { session: s } = session([{ content: [call('a')] }], {
    startCalls: runner(() => ({
      endRun: { stopReason: 'policy_stop', reason: 'The policy stops here.' },
    })),
  });
  expect(await runAgent(s)).toMatchObject({
    stopReason: 'policy_stop',
    errors: ['The policy stops here.'],
  });
});

test('a structured answer ends the run; one that never comes is an error', async () => {
  let structuredOutput: unknown;
  const { session: s } = session(
    [{ content: [say('thinking')] }, { content: [call('a', 'StructuredOutput')] }],
    {
      wantsStructuredOutput: true,
      startCalls: runner(() => {
        structuredOutput = { ok: true };
        return {};
      }),
      appState: () => ({ todos: [], structuredOutput }),
    },
  );
  expect(await runAgent(s)).toMatchObject({
    stopReason: 'completed',
    structuredOutput: { ok: true },
    numTurns: 2,
  });

  const never = session(
    Array.from({ length: 9 }, () => ({ content: [say('no')] })),
    { wantsStructuredOutput: true },
  );
  expect(await runAgent(never.session)).toMatchObject({ stopReason: 'error', numTurns: 4 });
});

test('a deadline that passed while the process was busy still ends the run', async () => {
  const abort = new AbortController();
  const { model } = playing([{ content: [say('Done.')] }]);
  const busy: Model = {
    ...model,
    answer: async (...asked) => {
      setTimeout(() => abort.abort(new Interruption('deadline', 'Time is up.')), 1);
      for (const end = performance.now() + 5; performance.now() < end; );
      return model.answer(...asked);
    },
  };
  const outcome = await runAgent(session([], { model: busy, signal: abort.signal }).session);
  expect(outcome.stopReason).toBe('deadline');
});
