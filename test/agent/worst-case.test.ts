import { expect, onTestFinished, test } from 'vitest';
import { newConversation } from '../../src/agent/conversation.ts';
import { estimateTokens, prefixTokens } from '../../src/agent/input-size.ts';
import { Ledger } from '../../src/agent/ledger.ts';
import { nextRequest } from '../../src/agent/limits.ts';
import { runAgent } from '../../src/agent/run-agent.ts';
import { createApiModel } from '../../src/model/api-model.ts';
import { withFallback } from '../../src/model/fallback-model.ts';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import { session } from './played-session.ts';

/** Of Sonnet 5.5, US dollars. */
const INPUT = 2 / 1e6;
const OUTPUT = 10 / 1e6;

const system = [{ type: 'text' as const, text: 'You work. '.repeat(3_000) }];
const prompt = { role: 'user' as const, content: [{ type: 'text' as const, text: 'task' }] };
const whole = estimateTokens({ system, tools: [], messages: [prompt] });
const prefix = prefixTokens({ system, tools: [] });

/** The worst case of the prompt, with tools and system prompt written at so many times the price of input. */
const promptUsd = (share: number) => (prefix * share + (whole - prefix) * 1.25) * INPUT;

/** A run with so much money, at the first-party API, whose place the loopback one takes. */
async function run(limitUsd: number, longestCallMs: number) {
  const content = [{ type: 'text' as const, text: 'Done.' }];
  const api = await startFakeAnthropic({ turns: [{ content }] });
  onTestFinished(() => api.close());
  const model = createApiModel({
    model: 'sonnet',
    apiKey: 'key',
    baseUrl: 'http://api.anthropic.com',
    environment: { HTTP_PROXY: api.url },
    longestCallMs,
  });
  const ledger = new Ledger({ limitUsd });
  const { session: s } = session([], { model, ledger, system, prompt, maxTokens: 4_000 });
  return { session: s, api, ledger };
}

const HOUR = 600_000;
const FIVE_MINUTES = 60_000;

test.each([
  ['kept five minutes, there is money for a short answer', FIVE_MINUTES, 1.25],
  ['kept an hour, it takes that much more', HOUR, 2],
])('the start of a prompt is reckoned as it is written: %s', async (_, longest, share) => {
  // So much is enough for the shortest answer that is asked for, and half the price of a token less is not.
  const border = promptUsd(share) + 1_024 * OUTPUT;
  const enough = await run(border + 5e-6, longest);
  expect((await runAgent(enough.session)).stopReason).toBe('completed');
  expect(enough.api.requests.map(({ body }) => body['max_tokens'])).toEqual([1_024]);
  const short = await run(border - 5e-6, longest);
  expect(await runAgent(short.session)).toMatchObject({ stopReason: 'max_budget', costUsd: 0 });
  expect(short.api.requests).toEqual([]);
});

test('money that would do for five minutes makes the answer shorter where an hour is asked for', async () => {
  const limit = promptUsd(1.25) + 4_000 * OUTPUT + 1e-9;
  const asked = async (longest: number) => {
    const { session: s, api, ledger } = await run(limit, longest);
    await runAgent(s);
    expect(ledger.costUsd).toBeLessThanOrEqual(limit);
    return Number(api.requests[0]?.body['max_tokens']);
  };
  expect(await asked(FIVE_MINUTES)).toBe(4_000);
  const lost = Math.ceil((promptUsd(2) - promptUsd(1.25)) / OUTPUT);
  expect(await asked(HOUR)).toBe(4_000 - lost);
});

test('of two models that may answer, the one that keeps it longer counts', async () => {
  const { session: hour } = await run(10, HOUR);
  const { session: five } = await run(10, FIVE_MINUTES);
  const usd = (model: typeof hour.model) =>
    nextRequest({ ...hour, model }, newConversation(hour.ledger)).usd;
  expect(usd(withFallback(five.model, hour.model))).toBe(usd(hour.model));
  expect(usd(withFallback(hour.model, five.model))).toBe(usd(hour.model));
  expect(usd(five.model)).toBeLessThan(usd(hour.model));
});
