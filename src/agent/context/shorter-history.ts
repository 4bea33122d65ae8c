import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { gainOf, noteFor, oldResults, withNotes, withoutThinking } from './clear-results.ts';
import { tokensOfMessage, tokensOfMessages } from './token-estimate.ts';

const GONE = '(The oldest part of this conversation was left out here: it did not fit.)';

/**
 * The history shortened without asking anybody, for when nothing else fits: first the results, then the oldest
 * half of the rounds. The first message, the task, stays; calls keep
 * their results. `undefined`: there is nothing to cut.
 */
export function shorterHistory(history: readonly MessageParam[]): MessageParam[] | undefined {
  const old = oldResults(history, { keepLast: 0, keepTokens: 0, unanswered: true });
  if (gainOf(old) >= tokensOfMessages(history) / 4) {
    return withNotes(
      history,
      new Map(old.map((result) => [result.toolUseId, noteFor(result, undefined)])),
    );
  }
  const [first, ...rest] = history;
  if (!first) return undefined;
  const from = cutAt(rest);
  if (from === undefined) return undefined;
  const kept = rest.slice(from).flatMap((message) =>
    // Thinking is bound to what stood before it.
    message.role === 'assistant' ? withoutThinking(message) : [message],
  );
  return [first, { role: 'user', content: [{ type: 'text', text: GONE }] }, ...kept];
}

/** Where a round begins behind which about half of the tokens stand: an answer, never the first one. */
function cutAt(messages: readonly MessageParam[]): number | undefined {
  const half = tokensOfMessages(messages) / 2;
  const starts = messages.flatMap(({ role }, index) =>
    role === 'assistant' && messages[index - 1]?.role !== 'assistant' ? [index] : [],
  );
  let before = 0;
  for (const [index, message] of messages.entries()) {
    if (before >= half && index > (starts[0] ?? 0) && starts.includes(index)) return index;
    before += tokensOfMessage(message);
  }
  const last = starts.at(-1);
  return last === undefined || last === starts[0] ? undefined : last;
}
