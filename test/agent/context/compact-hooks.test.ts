import { expect, test } from 'vitest';
import { runAgent } from '../../../src/agent/run-agent.ts';
import type { AnsweredHook } from '../../../src/hooks/hook.ts';
import { emptyHooks } from '../../../src/hooks/no-hooks.ts';
import { asksForSummary, longSession } from './long-session.ts';

/** A run that needs a summary before its second request, with one PreCompact hook that answers so. */
async function runWith(answer: unknown) {
  const asked: string[] = [];
  const { session, fake, events } = await longSession({
    window: 4_000,
    turns: (request) => {
      if (asksForSummary(request)) return { content: [{ type: 'text', text: 'So far so good.' }] };
      const looks = fake.requests.filter(({ body }) => !asksForSummary(body)).length;
      return looks > 2
        ? { content: [{ type: 'text', text: 'Done.' }] }
        : { content: [{ type: 'tool_use', name: 'Look', id: `look_${looks}`, input: {} }] };
    },
    resultChars: () => 12_000,
    session: {
      hooks: { ...emptyHooks(), has: (name) => name === 'PreCompact' },
      runHooks: async (event) => {
        asked.push(event);
        return [{ answer } as unknown as AnsweredHook];
      },
    },
  });
  const outcome = await runAgent(session);
  expect(fake.violations).toEqual([]);
  return {
    outcome,
    asked,
    events,
    summaries: fake.requests.filter(({ body }) => asksForSummary(body)),
  };
}

test('a hook that forbids the summary is asked once, and the run goes on while there is room', async () => {
  const { outcome, asked, summaries } = await runWith({ block: 'keep it whole' });
  expect(outcome.stopReason).toBe('completed');
  expect(asked.filter((event) => event === 'PreCompact')).toHaveLength(1);
  expect(summaries).toHaveLength(0);
});

test('a hook may end the run there', async () => {
  const { outcome } = await runWith({ stop: 'enough' });
  expect(outcome).toMatchObject({ stopReason: 'hook_stopped', errors: ['enough'] });
});

test('a hook that says nothing lets it be', async () => {
  const { outcome, summaries } = await runWith({});
  expect(outcome.stopReason).toBe('completed');
  expect(summaries.length).toBeGreaterThan(0);
});
