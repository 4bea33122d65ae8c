import { expect, test } from 'vitest';
import { runAgent } from '../../../src/agent/run-agent.ts';
import type { Session } from '../../../src/agent/session.ts';
import type { AppState } from '../../../src/tool/tool-use-context.ts';
import { runner } from '../played-session.ts';
import { longSession, textOf } from './long-session.ts';

/** A session whose calls of `name` leave a wish behind, as the tool does. */
async function wishing(name: string, wish: Partial<AppState>, more: Partial<Session> = {}) {
  let state: AppState = { todos: [], structuredOutput: undefined };
  const names = ['Look', 'Look', 'Look', name];
  const made = await longSession({
    window: 1_000_000,
    turns: (_request, index) => {
      const tool = names[index];
      if (tool === undefined) return { content: [{ type: 'text', text: 'Done.' }] };
      return { content: [{ type: 'tool_use', name: tool, id: `call_${index}`, input: {} }] };
    },
    session: {
      tools: [...new Set(names)].map((tool) => ({
        name: tool,
        description: 'Does.',
        input_schema: { type: 'object' },
      })),
      ...more,
      appState: () => state,
      startCalls: runner((id) => {
        if (id === 'call_3') state = { ...state, ...wish };
        const content =
          id === 'call_3' ? 'Before your next answer.' : `${id}: ${'x'.repeat(2_000)}`;
        return { block: { type: 'tool_result', tool_use_id: id, content } };
      }),
    },
  });
  const outcome = await runAgent(made.session);
  expect(outcome).toMatchObject({ stopReason: 'completed', numTurns: 5 });
  expect(made.fake.violations).toEqual([]);
  return { ...made, last: made.fake.requests.at(-1)?.body.messages ?? [] };
}

test('Snip takes old results out before the next request, and only those', async () => {
  const { last, saved } = await wishing('Snip', { snip: { keepLast: 2 } });
  expect(saved).toEqual(['call_0', 'call_1']);
  expect(last).toHaveLength(9);
  expect(textOf(last[2])).toContain('/run/outputs/call_0.txt');
  expect(textOf(last[6])).toContain('xxx');
});

test('Snip leaves the results of other tools', async () => {
  const { saved, events } = await wishing('Snip', { snip: { keepLast: 1, tools: ['Bash'] } });
  expect(saved).toEqual([]);
  expect(events.some(({ type }) => type === 'results_cleared')).toBe(false);
});

test('Brief puts the summary of the agent in the place of the conversation, and asks nobody', async () => {
  const { last, events, fake } = await wishing('Brief', { brief: { summary: 'All looked at.' } });
  expect(last).toHaveLength(2);
  expect(textOf(last[0])).toContain('task');
  expect(textOf(last[1])).toContain('All looked at.');
  expect(fake.requests).toHaveLength(5);
  expect(events.find(({ type }) => type === 'compacted')).toMatchObject({ trigger: 'manual' });
});

test('a run that goes on from another keeps its own task beside the first one', async () => {
  const earlier = {
    sessionId: 'before',
    messages: [
      { role: 'user' as const, content: 'the first task' },
      { role: 'assistant' as const, content: 'done' },
    ],
    spent: { numTurns: 0, costUsd: 0, costIsEstimate: false, usage: undefined, modelUsage: {} },
  };
  const wish = { brief: { summary: 'All looked at.' } };
  const { last } = await wishing('Brief', wish, { earlier, task: 'the second task' });
  expect(textOf(last[0])).toContain('the first task');
  expect(textOf(last[1])).toContain('the second task');
});
