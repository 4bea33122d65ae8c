import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteFor, oldResults, withNotes } from '../../../src/agent/context/clear-results.ts';
import { shorterHistory } from '../../../src/agent/context/shorter-history.ts';
import { tokensOfMessages } from '../../../src/agent/context/token-estimate.ts';
import type { RequestBody } from '../../fakes/anthropic-cache.ts';
import { checkBody } from '../../fakes/anthropic-protocol.ts';

const task: MessageParam = { role: 'user', content: 'the task' };

/** A turn of some calls, with thinking before and words behind, or not. */
const turns = fc.record({
  thinks: fc.boolean(),
  sizes: fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 4 }),
  note: fc.boolean(),
});

type Turn = { thinks: boolean; sizes: number[]; note: boolean };

function historyOf(all: readonly Turn[]): MessageParam[] {
  const messages = all.flatMap(({ thinks, sizes, note }, turn) => {
    const ids = sizes.map((_, index) => `call_${turn}_${index}`);
    const answer = [
      ...(thinks ? [{ type: 'thinking', thinking: 'hm', signature: `s${turn}` }] : []),
      ...ids.map((id) => ({ type: 'tool_use', id, name: 'Look', input: {} })),
    ];
    const told = [
      ...ids.map((id, at) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: 'x'.repeat(sizes[at] ?? 0),
      })),
      ...(note ? [{ type: 'text', text: 'a note' }] : []),
    ];
    return [
      { role: 'assistant', content: answer },
      { role: 'user', content: told },
    ];
  });
  return [task, ...(messages as MessageParam[])];
}

function complaints(messages: readonly MessageParam[]): string[] {
  return checkBody({ model: 'm', max_tokens: 1, messages } as unknown as RequestBody);
}

/** The thinking of a history, and for each what stood before it. */
function boundThinking(messages: readonly MessageParam[]): Map<string, string> {
  const bound = new Map<string, string>();
  for (const [at, { content }] of messages.entries()) {
    for (const block of typeof content === 'string' ? [] : content) {
      if (block.type === 'thinking')
        bound.set(block.signature, JSON.stringify(messages.slice(0, at)));
    }
  }
  return bound;
}

test('whatever is cleared, no call loses its result and no thinking stands behind what changed', () => {
  fc.assert(
    fc.property(
      fc.array(turns, { maxLength: 12 }),
      fc.nat(5),
      fc.nat(3_000),
      (all, keepLast, keepTokens) => {
        const history = historyOf(all);
        const old = oldResults(history, { keepLast, keepTokens });
        const notes = new Map(
          old.map((one) => [one.toolUseId, noteFor(one, '/run/outputs/x.txt')]),
        );
        const cleared = withNotes(history, notes);
        expect(complaints(cleared)).toEqual([]);
        const before = boundThinking(history);
        for (const [id, prefix] of boundThinking(cleared)) expect(before.get(id)).toBe(prefix);
        // What is a note already stays one.
        expect(
          oldResults(cleared, { keepLast: 0, keepTokens: 0 }).filter(({ toolUseId }) =>
            notes.has(toolUseId),
          ),
        ).toEqual([]);
        const ids = old.map(({ toolUseId }) => toolUseId);
        const last = all.at(-1)?.sizes.map((_, index) => `call_${all.length - 1}_${index}`) ?? [];
        expect(ids.filter((id) => last.includes(id))).toEqual([]);
      },
    ),
  );
});

test('it can be shortened again and again, until the task and the last round are left', () => {
  fc.assert(
    fc.property(fc.array(turns, { minLength: 1, maxLength: 12 }), (all) => {
      let history: readonly MessageParam[] = historyOf(all);
      for (let times = 0; ; times += 1) {
        const shorter = shorterHistory(history);
        if (!shorter) break;
        expect(complaints(shorter)).toEqual([]);
        expect(shorter[0]).toBe(task);
        expect(tokensOfMessages(shorter)).toBeLessThan(tokensOfMessages(history));
        history = shorter;
        expect(times).toBeLessThan(30);
      }
      expect(history.filter(({ role }) => role === 'assistant')).toHaveLength(1);
    }),
  );
});
