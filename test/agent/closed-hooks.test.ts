import { expect, test } from 'vitest';
import { newConversation } from '../../src/agent/conversation.ts';
import { runLoop } from '../../src/agent/loop.ts';
import { emptyHooks } from '../../src/hooks/no-hooks.ts';
import type { HookEvent } from '../../src/policy/hooks/hook-events.ts';
import { session } from './played-session.ts';

const text = { type: 'text' as const, text: 'Done.' };

/** How a run ends whose hooks of one event can't be run at all. */
async function endingWith(event: HookEvent) {
  const { session: played, asked } = session([{ content: [text] } as never], {
    hooks: { ...emptyHooks(), has: (name) => name === event },
    runHooks: async () => {
      throw new Error('the scripts were changed');
    },
  });
  const ending = await runLoop(played, newConversation(played.ledger));
  return { ...ending, asked: asked.length };
}

test('a gate before the model whose hooks can not be run stays shut', async () => {
  const ending = await endingWith('UserPromptSubmit');
  expect(ending).toMatchObject({ stopReason: 'hook_stopped', asked: 0 });
  expect(ending.errors[0]).toContain('the scripts were changed');
});

test('hooks that gate nothing do not end a run', async () => {
  expect(await endingWith('SessionStart')).toMatchObject({ stopReason: 'completed' });
});
