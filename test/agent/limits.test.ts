import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afford } from '../../src/agent/afford.ts';
import { estimateTokens, inputTokens } from '../../src/agent/input-size.ts';
import { Ledger } from '../../src/agent/ledger.ts';
import { runAgent } from '../../src/agent/run-agent.ts';
import { Interruption, type Session } from '../../src/agent/session.ts';
import { lastTurnAtMs, wrapUpAtMs } from '../../src/agent/time-limit.ts';
import { ApiFailure, type ModelRequest } from '../../src/model/model.ts';
import { costOf } from '../../src/model/prices.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import { call, runner, say, session, type Turn } from './played-session.ts';

const calls = (count: number): Turn[] =>
  Array.from({ length: count }, (_, index) => ({
    content: [say(`Step ${index + 1}.`), call(`c${index}`)],
  }));
const summary: Turn = { content: [say('This is what I did.')] };

/** A session whose requests are kept. */
function watched(turns: Turn[], overrides: Partial<Session> = {}) {
  const played = session(turns, overrides);
  const requests: ModelRequest[] = [];
  const { model } = played.session;
  const answer: typeof model.answer = (request, ...rest) => {
    requests.push({ ...request, messages: [...request.messages] });
    return model.answer(request, ...rest);
  };
  return { ...played, session: { ...played.session, model: { ...model, answer } }, requests };
}

const lastText = (request: ModelRequest | undefined) => JSON.stringify(request?.messages.at(-1));

test('at the turn limit the agent sums up without tools; that is no turn, and the reason stays', async () => {
  const { session: s, requests } = watched([...calls(3), summary], { limits: { max_turns: 3 } });
  const outcome = await runAgent(s);
  expect(outcome).toMatchObject({
    stopReason: 'max_turns',
    numTurns: 3,
    result: 'This is what I did.',
  });
  expect(requests).toHaveLength(4);
  // A changed choice of tools would have the conversation read anew.
  expect(requests.some(({ noTools }) => noTools)).toBe(false);
  expect(lastText(requests[3])).toContain('no tool can be called any more');
  // What it cost is on the bill.
  expect(outcome.usage?.input_tokens).toBe(4_000);
});

test('what the API would refuse is mended before it sums up as well', async () => {
  const twice: Turn = { content: [call('same'), call('same')] };
  const { session: s, requests } = watched([twice, summary], { limits: { max_turns: 1 } });
  expect(await runAgent(s)).toMatchObject({ result: 'This is what I did.' });
  const answer = JSON.stringify(requests[1]?.messages[1]);
  const ids = [...answer.matchAll(/"id":"([^"]*)"/gu)].map(([, id]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
});

test('whatever goes wrong while it sums up, the limit ended the run', async () => {
  const failing: Turn = { throws: new ApiFailure('529: Overloaded', { status: 529 }) };
  const { session: s, events } = watched([...calls(2), failing], { limits: { max_turns: 2 } });
  expect(await runAgent(s)).toMatchObject({ stopReason: 'max_turns', result: 'Step 2.' });
  expect(events.filter(({ type }) => type === 'notice')).toMatchObject([
    { text: 'The agent could not sum up: 529: Overloaded' },
  ]);
});

test('a call in the last answer is not run', async () => {
  const ran: string[] = [];
  const { session: s, events } = watched([...calls(1), { content: [say('Sum.'), call('never')] }], {
    limits: { max_turns: 1 },
    startCalls: runner((id) => {
      ran.push(id);
      return {};
    }),
  });
  expect(await runAgent(s)).toMatchObject({ stopReason: 'max_turns', result: 'Sum.' });
  expect(ran).toEqual(['c0']);
  expect(JSON.stringify(events)).not.toContain('never');
});

test('an agent that only calls a tool in its last answer is asked once more, with tools forbidden', async () => {
  const silent: Turn = { content: [call('never')] };
  const { session: s, requests } = watched([...calls(1), silent, summary], {
    limits: { max_turns: 1 },
  });
  const outcome = await runAgent(s);
  expect(outcome).toMatchObject({ result: 'This is what I did.', numTurns: 1 });
  expect(requests.map(({ noTools = false }) => noTools)).toEqual([false, false, true]);
  expect(outcome.usage?.input_tokens).toBe(3_000);
});

test('a run that is cancelled while it sums up was cancelled', async () => {
  const abort = new AbortController();
  const { session: s } = watched([...calls(1)], { limits: { max_turns: 1 }, signal: abort.signal });
  const answer = s.model.answer;
  const model: Session['model'] = {
    ...s.model,
    answer: async (request, ...rest) => {
      if (!lastText(request).includes('no tool can be called')) return answer(request, ...rest);
      abort.abort(new Interruption('cancelled', 'The run was cancelled (SIGTERM).'));
      throw abort.signal.reason;
    },
  };
  expect(await runAgent({ ...s, model })).toMatchObject({ stopReason: 'cancelled' });
});

test('no request is made whose worst case the money can not bear; the last one sums up', async () => {
  const ledger = new Ledger({ limitUsd: 0.05 });
  const { session: s, requests } = watched([...calls(20), summary], {
    ledger,
    maxTokens: 32_000,
    limits: { max_turns: 100 },
  });
  const outcome = await runAgent(s);
  expect(outcome.stopReason).toBe('max_budget');
  expect(outcome.errors[0]).toMatch(/^\$0\.\d\d of \$0\.05 is spent.*max_budget_usd/);
  expect(outcome.costUsd).toBeLessThanOrEqual(0.05);
  expect(requests.length).toBeGreaterThan(3);
  expect(lastText(requests.at(-1))).toContain('no tool can be called any more');
  // The answers were made shorter before the run was ended.
  const longest = requests.map(({ maxTokens }) => maxTokens);
  expect(longest[0]).toBeLessThan(5_000);
  expect(longest).toEqual([...longest].sort((a, b) => b - a));
  expect(Math.min(...longest)).toBeGreaterThanOrEqual(1_024);
});

test('a limit that is too low for one request says so before any is made', async () => {
  const { session: s, requests } = watched([summary], { ledger: new Ledger({ limitUsd: 0.001 }) });
  const outcome = await runAgent(s);
  expect(outcome).toMatchObject({ stopReason: 'max_budget', numTurns: 0, costUsd: 0 });
  expect(outcome.errors[0]).toContain('first request could cost');
  expect(requests).toEqual([]);
});

test('whatever is asked and answered, the bill stays within the limit', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 3, noNaN: true }),
      fc.constantFrom('claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-fable-5-1', 'unknown'),
      fc.array(fc.tuple(fc.nat(200_000), fc.double({ min: 0, max: 1, noNaN: true })), {
        maxLength: 30,
      }),
      fc.constantFrom('1h' as const, undefined),
      (limitUsd, model, asked, prefixTtl) => {
        const ledger = new Ledger({ limitUsd });
        const agents = [ledger, ledger.share('agents'), ledger.share('hooks')];
        for (const [index, [tokens, share]] of asked.entries()) {
          const payer = agents[index % agents.length] as Ledger;
          const afforded = afford(payer, {
            models: [model],
            inputTokens: tokens,
            prefixTokens: Math.floor(tokens / 2),
            prefixTtl,
            maxTokens: 32_000,
          });
          if (!afforded) continue;
          const hour = prefixTtl ? Math.floor(tokens / 2) : 0;
          const usage = {
            ...NO_USAGE,
            cache_creation_input_tokens: tokens,
            cache_creation: {
              ephemeral_1h_input_tokens: hour,
              ephemeral_5m_input_tokens: tokens - hour,
            },
            output_tokens: Math.floor(afforded.maxTokens * share),
          };
          payer.book({ model, usage } as never, 1);
        }
        expect(ledger.costUsd).toBeLessThanOrEqual(limitUsd + 1e-9);
        expect(ledger.turns).toBeLessThanOrEqual(asked.length);
      },
    ),
  );
});

test('requests side by side do not promise the same money', () => {
  const ledger = new Ledger({ limitUsd: 1 });
  const agent = ledger.share('agents');
  const release = agent.reserve(0.7);
  expect(ledger.leftUsd).toBeCloseTo(0.3);
  expect(ledger.share('hooks').leftUsd).toBeCloseTo(0.3);
  release();
  release();
  expect(ledger.leftUsd).toBe(1);
});

test('a shared ledger counts turns for itself, and says what the money was for', () => {
  const ledger = new Ledger({ limitUsd: 10 });
  const usage = {
    ...NO_USAGE,
    input_tokens: 1_000,
    output_tokens: 500,
    cache_creation_input_tokens: 2_000,
    cache_read_input_tokens: 4_000,
    output_tokens_details: { thinking_tokens: 300 },
    server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
  };
  const message = { model: 'claude-sonnet-5-5', usage } as never;
  const hooks = ledger.share('hooks');
  ledger.book(message, 5);
  hooks.book(message, 5);
  ledger.bookAside(message, 5, 'compaction');
  expect([ledger.turns, hooks.turns]).toEqual([1, 1]);
  expect(ledger.spending.map(({ purpose }) => purpose)).toEqual(['work', 'hooks', 'compaction']);
  const one = costOf('claude-sonnet-5-5', usage).usd;
  expect(ledger.costUsd).toBeCloseTo(3 * one);
  const [work] = ledger.spending;
  expect(work).toMatchObject({
    requests: 1,
    input: { tokens: 1_000 },
    cacheRead: { tokens: 4_000 },
    cacheWrite: { tokens: 2_000 },
    output: { tokens: 500 },
    thinkingTokens: 300,
    serverToolsUsd: 0.02,
  });
  expect(ledger.modelUsage['claude-sonnet-5-5']?.webSearchRequests).toBe(6);
});

test('the agent is told once at three quarters and once near the end', async () => {
  const { session: s, asked } = session([...calls(20), summary], { limits: { max_turns: 20 } });
  await runAgent(s);
  const notes = (asked.at(-1) ?? [])
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap((block) =>
      block.type === 'text' && block.text.includes('turns are used') ? [block.text] : [],
    );
  expect(notes).toEqual([
    '<system-reminder>\n15 of 20 turns are used, 5 are left. Use what is left for what matters most.\n</system-reminder>',
    '<system-reminder>\n18 of 20 turns are used, 2 are left. Wrap up now: finish what you are at, leave the files in a state that works, and give your last message.\n</system-reminder>',
  ]);
});

test('near the deadline it has to wrap up, then to sum up; what it does in time counts', async () => {
  let now = 0;
  const time = { minutes: 10, elapsedMs: () => now };
  const at = [0, 0.5, 0.76, 0.91, 0.97];
  const play = (turns: Turn[]) => {
    const all = watched(turns, {
      time,
      startCalls: () => {
        const calls = runner()();
        return {
          ...calls,
          finish: () => {
            now = (at[at.indexOf(now / 600_000) + 1] ?? 1) * 600_000;
            return calls.finish();
          },
        };
      },
    });
    now = 0;
    return all;
  };
  const late = play([...calls(4), summary]);
  expect(await runAgent(late.session)).toMatchObject({
    stopReason: 'deadline',
    result: 'This is what I did.',
    numTurns: 4,
  });
  const texts = late.requests.map(lastText);
  expect(texts[2]).toContain('2 minutes left of 10 minutes. Use what is left');
  expect(texts[3]).toContain('54 seconds left of 10 minutes. Wrap up now');
  expect(texts[4]).toContain('time of this run is nearly over');

  const inTime = play([...calls(3), summary]);
  expect(await runAgent(inTime.session)).toMatchObject({ stopReason: 'completed' });
});

test.each([0.03, 1, 5, 20, 360])('of %d minutes some are kept for the end', (minutes) => {
  const all = minutes * 60_000;
  expect(wrapUpAtMs({ minutes })).toBeGreaterThanOrEqual(all / 2);
  expect(wrapUpAtMs({ minutes })).toBeLessThan(lastTurnAtMs({ minutes }));
  expect(lastTurnAtMs({ minutes })).toBeLessThan(all);
  expect(all - wrapUpAtMs({ minutes })).toBeLessThanOrEqual(600_000);
});

test('how long a request is: the API’s count and what came since; pictures are no text', () => {
  const picture = { type: 'base64', media_type: 'image/png', data: 'A'.repeat(300_000) } as const;
  const messages = [
    { role: 'user' as const, content: 'x'.repeat(3_000) },
    { role: 'user' as const, content: [{ type: 'image' as const, source: picture }] },
  ];
  const whole = estimateTokens({ system: [], tools: [], messages });
  expect(whole).toBeGreaterThan(4_000);
  expect(whole).toBeLessThan(5_000);
  const counted = { tokens: 70_000, messages: 1, model: 'm' };
  const parts = { system: [], tools: [] };
  expect(inputTokens(parts, { messages, counted })).toBe(73_200);
  // A history that was shortened says nothing about its new length.
  expect(inputTokens(parts, { messages, counted: { ...counted, messages: 9 } })).toBe(whole);
});
