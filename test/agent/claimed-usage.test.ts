import { expect, test } from 'vitest';
import { runAgent } from '../../src/agent/run-agent.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { call, reason, sending, start, stop, talkWith, text } from '../model/raw-answer.ts';
import { session } from './played-session.ts';

/** A run whose API answers with these. */
async function run(turns: readonly FakeTurn[]) {
  const { fake, model } = await talkWith(turns);
  const { session: s } = session([], { model });
  return { outcome: await runAgent(s), fake };
}

const work = (message: object, usage?: object) =>
  sending([start(message), ...call(0), reason('tool_use', usage), stop]);
const end = sending([start(), ...text(0), reason('end_turn'), stop]);

test('counts below zero give no money back', async () => {
  const usage = { input_tokens: -1e9, output_tokens: -1e9, cache_creation_input_tokens: -1e9 };
  const { outcome } = await run([work({ usage }, usage), end]);
  expect(outcome).toMatchObject({ stopReason: 'completed', numTurns: 2 });
  expect(outcome.costUsd).toBeGreaterThan(0);
});

test('counts beyond all bounds end a run at its money limit, with a sum that can be told', async () => {
  const { outcome, fake } = await run([
    work({ usage: { input_tokens: 1e300 } }, { output_tokens: 1e300 }),
    end,
  ]);
  expect(outcome.stopReason).toBe('max_budget');
  expect(outcome.errors[0]).toMatch(/^\$\d{1,6}\.\d\d of \$10\.00 is spent/u);
  expect(fake.requests).toHaveLength(1);
});

test.each(['constructor', '__proto__', 'toString'])(
  'an answer by the model “%s” is reckoned as one by a model that nobody knows',
  async (model) => {
    const { outcome } = await run([work({ model }), work({ model }), end]);
    expect(outcome).toMatchObject({ stopReason: 'completed', costIsEstimate: true });
    expect(Number.isFinite(outcome.costUsd)).toBe(true);
  },
);
