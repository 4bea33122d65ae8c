import { expect, test } from 'vitest';
import { Ledger } from '../../../src/agent/ledger.ts';
import { runAgent } from '../../../src/agent/run-agent.ts';
import type { RunEvent } from '../../../src/events/run-event.ts';
import { promptTokens, type RequestBody } from '../../fakes/anthropic-cache.ts';
import type { FakeTurn } from '../../fakes/anthropic-turn.ts';
import { asksForSummary, longSession, prefixBreaks, textOf } from './long-session.ts';

const TODOS = [
  { content: 'Find the bug', status: 'completed', activeForm: 'Finding' },
  { content: 'Fix the bug', status: 'in_progress', activeForm: 'Fixing' },
] as const;

/** An agent that looks `turns` times, thinking before each, and then is done. */
function looking(turns: number): (request: RequestBody) => FakeTurn {
  let looks = 0;
  let summaries = 0;
  return (request) => {
    if (asksForSummary(request)) {
      summaries += 1;
      return { content: [{ type: 'text', text: `Summary ${summaries}: ${looks} looks so far.` }] };
    }
    if (looks >= turns) return { content: [{ type: 'text', text: 'Done.' }] };
    looks += 1;
    return {
      content: [
        { type: 'thinking', thinking: `Look ${looks} comes next.` },
        { type: 'tool_use', name: 'Look', id: `look_${looks}`, input: { at: 'x'.repeat(900) } },
      ],
    };
  };
}

function of<Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) {
  return events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
}

test('sixty turns over a small window: the run completes, nothing is orphaned, the task stays', async () => {
  const { session, events, fake, saved, forgotten } = await longSession({
    turns: looking(60),
    window: 20_000,
    realWindow: 20_000,
    session: { appState: () => ({ todos: TODOS, structuredOutput: undefined }) },
  });
  const outcome = await runAgent(session);
  expect(fake.violations).toEqual([]);
  expect(outcome).toMatchObject({
    stopReason: 'completed',
    result: 'Done.',
    numTurns: 61,
    errors: [],
  });

  const cleared = of(events, 'results_cleared');
  const compacted = of(events, 'compacted');
  expect(cleared.length).toBeGreaterThan(0);
  expect(compacted.length).toBeGreaterThan(0);
  // Far fewer than turns: the cache is kept for most of them.
  const bodies = fake.requests.map(({ body }) => body);
  expect(prefixBreaks(bodies)).toBeLessThanOrEqual(cleared.length + compacted.length);
  expect(cleared.length + compacted.length).toBeLessThan(20);
  expect(fake.requests.every(({ status }) => status === 200)).toBe(true);
  // A summary is asked for with all that the cache holds before it.
  for (const [index, request] of fake.requests.entries()) {
    if (!asksForSummary(request.body)) continue;
    expect(request.body.tool_choice).toBeUndefined();
    const last = fake.requests[index - 1]?.cache;
    expect(request.cache?.read).toBeGreaterThanOrEqual((last?.read ?? 0) + (last?.written ?? 0));
  }

  for (const { messages } of bodies) expect(textOf(messages[0])).toContain('task');
  const last = bodies.at(-1)?.messages[1];
  expect(textOf(last)).toContain(`Summary ${compacted.length}`);
  expect(textOf(last)).toContain('[>] Fix the bug');
  expect(textOf(last)).toContain('src/sum.js');
  // The latest results stay; what went can be read where it was put.
  for (const { toolUseIds } of cleared)
    expect(saved).toEqual(expect.arrayContaining([...toolUseIds]));
  expect(forgotten()).toBe(cleared.length + compacted.length);
  expect(outcome.usage?.output_tokens).toBeGreaterThan(0);
});

test('a summary is on the bill, and no turn', async () => {
  const { session, events, fake } = await longSession({ turns: looking(30), window: 9_000 });
  const outcome = await runAgent(session);
  const answered = fake.requests.length;
  expect(of(events, 'compacted').length).toBeGreaterThan(0);
  expect(outcome.numTurns).toBe(answered - of(events, 'compacted').length);
  const [event] = of(events, 'compacted');
  expect(event?.requestId).toMatch(/^req_/u);
  expect(event?.afterTokens).toBeLessThan((event?.beforeTokens ?? 0) / 2);
  const written = fake.requests.reduce((sum, { cache }) => sum + (cache?.written ?? 0), 0);
  expect(outcome.usage?.cache_creation_input_tokens).toBe(written);
});

test('a window smaller than was known: the API says so, the run shortens and goes on', async () => {
  const { session, events, fake } = await longSession({
    turns: looking(40),
    window: 1_000_000,
    realWindow: 12_000,
  });
  const outcome = await runAgent(session);
  expect(outcome).toMatchObject({ stopReason: 'completed', numTurns: 41 });
  expect(fake.violations).toEqual([]);
  const refused = fake.requests.filter(({ status }) => status === 400);
  expect(refused.length).toBeGreaterThan(0);
  // It learns from a refusal: not every shortening needs one.
  expect(refused.length).toBeLessThan(6);
  expect(
    fake.requests
      .filter(({ status }) => status === 200)
      .every(({ body }) => promptTokens(body) <= 12_000),
  ).toBe(true);
  const [retry] = of(events, 'api_retry').map((event) => event.retry);
  expect(retry?.error).toContain('prompt is too long');
  expect(retry?.requestId).toMatch(/^req_/u);
});

test('a task that is too long by itself ends the run at once, and says so', async () => {
  const { session, fake } = await longSession({
    turns: looking(1),
    window: 1_000_000,
    realWindow: 1_000,
    session: { prompt: { role: 'user', content: 'task '.repeat(2_000) } },
  });
  const outcome = await runAgent(session);
  expect(outcome.stopReason).toBe('error');
  expect(outcome.errors[0]).toContain('The task by itself is longer');
  expect(fake.requests).toHaveLength(1);
});

test('a short conversation that is refused once as too long, as by a proxy, is shortened and goes on', async () => {
  let refused = false;
  const look = looking(12);
  const { session, events, fake } = await longSession({
    window: 1_000_000,
    turns: (request, index) => {
      if (refused || index < 1) return look(request);
      refused = true;
      return { status: 413, error: { type: 'request_too_large', message: 'Too large.' } };
    },
    resultChars: () => 40,
    session: { system: [{ type: 'text', text: 'You fix code. '.repeat(1_000) }] },
  });
  const outcome = await runAgent(session);
  expect(outcome).toMatchObject({ stopReason: 'completed', result: 'Done.' });
  expect(fake.violations).toEqual([]);
  const shortened = of(events, 'compacted').length;
  expect(shortened).toBeGreaterThan(0);
  // What is taken afterwards shows that the model holds more: not every turn is for a summary.
  expect(shortened).toBeLessThanOrEqual(3);
});

test('one result that never fits is given up after three tries', async () => {
  const { session, fake } = await longSession({
    turns: looking(50),
    window: 1_000_000,
    realWindow: 2_500,
    resultChars: () => 12_000,
  });
  const outcome = await runAgent(session);
  expect(outcome.stopReason).toBe('error');
  expect(outcome.errors[0]).toContain('3 times in a row');
  expect(fake.violations).toEqual([]);
  // The model was told each time where the result lies instead.
  expect(textOf(fake.requests[2]?.body.messages[2])).toContain('/run/outputs/look_1.txt');
});

test('a full window in the middle of an answer is no end', async () => {
  let filled = false;
  const look = looking(6);
  const { session, events, fake } = await longSession({
    window: 1_000_000,
    turns: (request, index) => {
      const isSummary = asksForSummary(request);
      if (!filled && index >= 4 && !isSummary) {
        filled = true;
        return {
          content: [{ type: 'text', text: 'I was just about to' }],
          stopReason: 'model_context_window_exceeded',
        };
      }
      return look(request);
    },
  });
  const outcome = await runAgent(session);
  expect(outcome).toMatchObject({ stopReason: 'completed', result: 'Done.' });
  expect(fake.violations).toEqual([]);
  expect(of(events, 'results_cleared').length).toBe(1);
});

test('where an estimate alone would have it summarised, the API is asked how long it really is', async () => {
  const { session, events, fake } = await longSession({
    turns: looking(1),
    window: 4_000,
    resultChars: () => 10_000,
  });
  expect(await runAgent(session)).toMatchObject({ stopReason: 'completed' });
  expect(fake.counted).toHaveLength(1);
  expect(fake.violations).toEqual([]);
  expect(of(events, 'compacted')).toEqual([]);
});

test('without money for a summary the run ends, and says so', async () => {
  const { session } = await longSession({
    turns: looking(3),
    window: 4_000,
    resultChars: () => 14_000,
    session: { ledger: new Ledger({ limitUsd: 0.06 }) },
  });
  const outcome = await runAgent(session);
  expect(outcome.stopReason).toBe('max_budget');
  expect(outcome.errors[0]).toContain('max_budget_usd');
  expect(outcome.costUsd).toBeLessThan(0.06);
});

test('a call in place of a summary is not run; then words are asked for, without tools', async () => {
  const look = looking(12);
  let asked = 0;
  const { session, events, fake } = await longSession({
    window: 9_000,
    turns: (request) => {
      if (asksForSummary(request)) {
        asked += 1;
        if (asked === 1) return { content: [{ type: 'tool_use', name: 'Look', id: 'stray' }] };
      }
      return look(request);
    },
  });
  expect(await runAgent(session)).toMatchObject({ stopReason: 'completed', numTurns: 13 });
  expect(fake.violations).toEqual([]);
  const questions = fake.requests.filter(({ body }) => asksForSummary(body));
  expect(questions[0]?.body.tool_choice).toBeUndefined();
  expect(questions[1]?.body.tool_choice).toEqual({ type: 'none' });
  expect(JSON.stringify(events)).not.toContain('stray');
});
