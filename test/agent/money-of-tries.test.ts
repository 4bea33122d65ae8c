import { expect, onTestFinished, test } from 'vitest';
import { askAside } from '../../src/agent/aside.ts';
import { askSummary } from '../../src/agent/context/ask-summary.ts';
import { newConversation } from '../../src/agent/conversation.ts';
import { Ledger } from '../../src/agent/ledger.ts';
import { nextRequest } from '../../src/agent/limits.ts';
import { runAgent } from '../../src/agent/run-agent.ts';
import { createApiModel } from '../../src/model/api-model.ts';
import { withFallback } from '../../src/model/fallback-model.ts';
import { worstCase } from '../../src/model/prices.ts';
import { type FakeAnthropic, startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { session } from './played-session.ts';

const usage = {
  input_tokens: 10_000,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};
const text = { content: [{ type: 'text', text: 'Half an answer.' }], usage } as const;
const cut: FakeTurn = { ...text, breakAfterBlocks: 1, breakWith: 'cut' };
const event: FakeTurn = { ...text, breakAfterBlocks: 0, breakWith: 'error' };
const stall: FakeTurn = { ...text, breakAfterBlocks: 1, breakWith: 'stall' };
const done: FakeTurn = { ...text };
const full: FakeTurn = {
  status: 529,
  error: { type: 'overloaded_error', message: 'Overloaded' },
  headers: { 'retry-after-ms': '1' },
};
/** The prompt of one try with Sonnet 5.5. */
const PROMPT_USD = 0.02;

async function api(turns: readonly FakeTurn[]): Promise<FakeAnthropic> {
  const fake = await startFakeAnthropic({ turns });
  onTestFinished(() => fake.close());
  return fake;
}

function modelAt({ url }: FakeAnthropic, model = 'sonnet', maxOverloaded = 3) {
  const retry = { baseMs: 1, cutMs: 1, maxRetries: 9, maxOverloaded };
  return createApiModel({ apiKey: 'key', baseUrl: url, model, retry, stallMs: 150 });
}

test('tries that broke when their answer had begun are paid for', async () => {
  const model = modelAt(await api([cut, full, event, stall, done]));
  const { session: s } = session([], { model, system: [{ type: 'text', text: 'You work.' }] });
  const outcome = await runAgent(s);
  expect(outcome.stopReason).toBe('completed');
  const [work, ...others] = outcome.spending ?? [];
  expect(others).toEqual([]);
  expect(work).toMatchObject({ purpose: 'work', requests: 4, input: { tokens: 40_000 } });
  expect(work?.input.usd).toBeCloseTo(4 * PROMPT_USD);
  expect(outcome.costUsd).toBeGreaterThan(4 * PROMPT_USD);
  expect(outcome.numTurns).toBe(1);
});

test('what a broken answer had written is paid for, though nobody counted it', async () => {
  const long = { content: [{ type: 'text', text: 'x'.repeat(40_000) }], usage } as const;
  const ends: FakeTurn = { ...long, usage: { ...usage, output_tokens: 7 } };
  const model = modelAt(await api([{ ...long, breakAfterBlocks: 1, breakWith: 'cut' }, ends]));
  const outcome = await runAgent(
    session([], { model, system: [{ type: 'text', text: 'You work.' }] }).session,
  );
  expect(outcome.spending?.[0]?.output.tokens).toBe(10_000 + 7);
});

test('a run that is ended in the middle of an answer pays for what had come', async () => {
  const fake = await api([{ ...stall }]);
  const abort = new AbortController();
  const { session: s } = session([], {
    model: createApiModel({ apiKey: 'key', baseUrl: fake.url, model: 'sonnet' }),
    signal: abort.signal,
    emit: (happened) => {
      if (happened.type === 'words') abort.abort(new Error('enough'));
    },
  });
  expect(await runAgent(s)).toMatchObject({ numTurns: 0, spending: [{ requests: 1 }] });
});

test('tries that come to nothing again and again stay within the limit too', async () => {
  const fake = await api(Array.from({ length: 9 }, () => cut));
  const ledger = new Ledger({ limitUsd: 0.09 });
  const { session: s } = session([], { model: modelAt(fake), ledger });
  const outcome = await runAgent(s);
  expect(outcome.stopReason).toBe('api_error');
  expect(outcome.errors[0]).toMatch(
    /[^.]\. What it used up leaves no money to try again \(max_budget_usd\)\.$/,
  );
  expect(outcome.costUsd).toBeLessThanOrEqual(0.09);
  expect(fake.requests).toHaveLength(4);
});

test('what else is asked is paid for under its own name, with money put aside meanwhile', async () => {
  const ledger = new Ledger({ limitUsd: 10 });
  const left: number[] = [];
  const { session: s } = session([], {
    model: modelAt(await api([cut, done])),
    ledger,
    emit: () => left.push(ledger.leftUsd + ledger.costUsd),
  });
  const conversation = newConversation(ledger);
  conversation.messages.push({ role: 'user', content: 'Work.' });
  expect(await askSummary(s, conversation)).toMatchObject({ text: 'Half an answer.' });
  expect(left).toHaveLength(1);
  expect(left[0]).toBeLessThan(10);
  await askAside(modelAt(await api([event, done])), 'Is it?', ledger, s.signal);
  expect(ledger.spending.map(({ purpose, requests }) => [purpose, requests])).toEqual([
    ['compaction', 2],
    ['hooks', 2],
  ]);
  expect(ledger.leftUsd + ledger.costUsd).toBeCloseTo(10);
});

test('a fallback model that is dearer counts before it has answered, and a cheaper one is no gain', async () => {
  const fake = await api([full, done]);
  const first = modelAt(fake, 'haiku', 1);
  const model = withFallback(first, modelAt(fake, 'claude-fable-5-1'));
  const { session: s } = session([], { model });
  const before = nextRequest(s, newConversation(s.ledger));
  const dear = worstCase(['claude-fable-5-1'], {
    inputTokens: 0,
    prefixTokens: 0,
  }).usdPerOutputToken;
  expect(before.usd).toBeGreaterThanOrEqual(s.maxTokens * dear);
  const { session: cheap } = session([], {
    model: withFallback(modelAt(fake, 'claude-fable-5-1'), first),
  });
  expect(nextRequest(cheap, newConversation(cheap.ledger)).usd).toBe(before.usd);
  // Once it has taken over, the first one's price is of no interest.
  await runAgent(s);
  expect(model.id).toBe('claude-fable-5-1');
  expect(model.othersPricedAs).toEqual([]);
});
