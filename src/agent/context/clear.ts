import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Conversation } from '../conversation.ts';
import type { Session } from '../session.ts';
import { gainOf, noteFor, type OldResult, withNotes } from './clear-results.ts';
import { recount } from './recount.ts';
import { HistoryRepair } from './repair-history.ts';
import { tokensOfMessages } from './token-estimate.ts';

/**
 * Takes results out of the conversation, each kept on disk, where that saves at least so many tokens.
 * Gives about how many it saved; 0: nothing was changed.
 */
export async function clearResults(
  session: Session,
  conversation: Conversation,
  old: readonly OldResult[],
  leastTokens: number,
): Promise<number> {
  const { messages, context } = conversation;
  if (old.length === 0 || gainOf(old) < leastTokens) return 0;
  const notes = new Map<string, string>();
  for (const result of old) {
    const path = await session.history.saveResult(result.toolUseId, result.block);
    notes.set(result.toolUseId, noteFor(result, path));
  }
  const shorter = withNotes(messages, notes);
  const saved = tokensOfOthers(messages, shorter) - tokensOfOthers(shorter, messages);
  messages.splice(0, messages.length, ...shorter);
  context.size.shortened(saved, messages);
  recount(conversation, context.size.of(session, messages).tokens);
  context.clearFrom = 0;
  context.repair = new HistoryRepair();
  context.repair.repairTail(messages);
  session.history.forgetShown();
  session.emit({
    type: 'results_cleared',
    at: session.now(),
    toolUseIds: old.map(({ toolUseId }) => toolUseId),
    savedTokens: saved,
  });
  return saved;
}

/** Of the messages that the other history has not. */
function tokensOfOthers(history: readonly MessageParam[], other: readonly MessageParam[]): number {
  const known = new Set(other);
  return tokensOfMessages(history.filter((message) => !known.has(message)));
}
