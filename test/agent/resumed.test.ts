import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { expect, test } from 'vitest';
import { summaryMessage } from '../../src/agent/context/summary-message.ts';
import { Ledger } from '../../src/agent/ledger.ts';
import { runAgent } from '../../src/agent/run-agent.ts';
import { emptyHooks } from '../../src/hooks/no-hooks.ts';
import { call, say, session } from './played-session.ts';

const MODEL = 'claude-sonnet-5-5';
const USE = {
  inputTokens: 5_000,
  outputTokens: 400,
  cacheReadInputTokens: 10,
  cacheCreationInputTokens: 20,
  costUSD: 1.5,
  costIsEstimate: false,
};
const EARLIER: readonly MessageParam[] = [
  { role: 'user', content: 'first task' },
  { role: 'assistant', content: [{ type: 'text', text: 'Done so far.' }] },
];
const earlier = (numTurns = 7, costUsd = 1.5) => ({
  sessionId: 'before',
  messages: EARLIER,
  spent: {
    numTurns,
    costUsd,
    costIsEstimate: false,
    usage: undefined,
    modelUsage: { [MODEL]: USE, other: USE },
  },
});

test('goes on behind the earlier conversation, and counts on', async () => {
  const { session: s, asked } = session([{ content: [call('a')] }, { content: [say('Done.')] }], {
    earlier: earlier(),
  });
  const outcome = await runAgent(s);
  expect(asked[0]).toEqual([...EARLIER, { role: 'user', content: 'task' }]);
  expect(outcome).toMatchObject({ stopReason: 'completed', numTurns: 9 });
  expect(outcome.costUsd).toBeGreaterThan(1.5);
  expect(outcome.modelUsage[MODEL]).toMatchObject({ inputTokens: 7_000, outputTokens: 600 });
  expect(outcome.modelUsage['other']).toEqual(USE);
  // What it was given stays as it was.
  expect(EARLIER).toHaveLength(2);
});

test.each([
  ['max_turns', earlier(20)],
  ['max_budget', earlier(7, 10)],
])('%s is of the whole: nothing is asked when it is used up', async (reason, before) => {
  const { session: s, asked } = session([], { earlier: before });
  expect(await runAgent(s)).toMatchObject({ stopReason: reason, numTurns: before.spent.numTurns });
  expect(asked).toEqual([]);
});

test('a run that begins anew says what those before it spent of the money', async () => {
  const ledger = new Ledger({ limitUsd: 0.02 });
  const { session: s, asked } = session([], { earlier: earlier(0, 0.019), ledger });
  const { errors } = await runAgent(s);
  expect(errors[0]).toMatch(/^\$0\.02 of \$0\.02 is spent, and another request could cost/u);
  expect(asked).toEqual([]);
});

test.each([
  ['resume', earlier()],
  ['startup', undefined],
])('SessionStart hooks are told the source %s', async (source, before) => {
  const told: unknown[] = [];
  const { session: s } = session([{ content: [say('Done.')] }], {
    earlier: before,
    hooks: { ...emptyHooks(), has: (event) => event === 'SessionStart' },
    runHooks: async (_event, fields) => {
      told.push(fields['source']);
      return [];
    },
  });
  await runAgent(s);
  expect(told).toEqual([source]);
});

test('a summary in the place of a long conversation holds what this run was asked', () => {
  const { session: s } = session([], { earlier: earlier(), task: 'Now the notes.' });
  const told = JSON.stringify(summaryMessage(s, { denials: [], messages: [] }, 'So far.', []));
  expect(told).toContain('Now the notes.');
  const { session: fresh } = session([], { task: 'Now the notes.' });
  expect(
    JSON.stringify(summaryMessage(fresh, { denials: [], messages: [] }, 'So far.', [])),
  ).not.toContain('Now');
});
