import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { expect, test } from 'vitest';
import { runAgent } from '../../../src/agent/run-agent.ts';
import type { AppState } from '../../../src/tool/tool-use-context.ts';
import { plainJson } from '../../fakes/anthropic-cache.ts';
import { runner } from '../played-session.ts';
import { longSession, textOf } from './long-session.ts';

const tool = (name: string, defer_loading = false) => ({
  name,
  description: 'Does.',
  input_schema: { type: 'object' as const },
  ...(defer_loading && { defer_loading }),
});

/** An agent that searches for a tool, calls it twice, has a wish, and is done. */
async function searching(wish: Partial<AppState>) {
  let state: AppState = { todos: [], structuredOutput: undefined };
  const names = ['ToolSearch', 'mcp__hub__look', 'mcp__hub__look', 'Wish'];
  const made = await longSession({
    window: 1_000_000,
    turns: (_request, index) => {
      const name = names[index];
      if (name === undefined) return { content: [{ type: 'text', text: 'Done.' }] };
      return { content: [{ type: 'tool_use', name, id: `call_${index}`, input: {} }] };
    },
    session: {
      tools: [
        tool('ToolSearch'),
        tool('Wish'),
        tool('mcp__hub__look', true),
        tool('mcp__hub__other', true),
      ],
      appState: () => state,
      startCalls: runner((id) => {
        if (id === 'call_3') state = { ...state, ...wish };
        const content: ToolResultBlockParam['content'] =
          id === 'call_0'
            ? [{ type: 'tool_reference', tool_name: 'mcp__hub__look' }]
            : 'seen '.repeat(400);
        return { block: { type: 'tool_result', tool_use_id: id, content } };
      }),
    },
  });
  expect(await runAgent(made.session)).toMatchObject({ stopReason: 'completed', numTurns: 5 });
  expect(made.fake.violations).toEqual([]);
  return { ...made, last: made.fake.requests.at(-1)?.body };
}

test('what was found is told anew where a summary takes the place of the search', async () => {
  const { fake, last } = await searching({ brief: { summary: 'All looked at.' } });
  expect(plainJson(fake.requests.at(-2)?.body.tools)).toContain('mcp__hub__look');
  expect(last?.messages).toHaveLength(2);
  const summary = textOf(last?.messages[1]);
  expect(summary).toMatch(/- mcp__hub__look\\n\\n.*load it again with ToolSearch/);
  expect(summary).not.toContain('mcp__hub__other');
  expect(plainJson(last?.tools)).not.toContain('mcp__hub__look');
});

test('old results are cleared, and those that point at tools stay', async () => {
  const { saved, last } = await searching({ snip: { keepLast: 1 } });
  expect(saved).toEqual(['call_1', 'call_2']);
  expect(plainJson(last?.tools)).toContain('mcp__hub__look');
});
