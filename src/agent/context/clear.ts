import type { Conversation } from '../conversation.ts';
import type { Session } from '../session.ts';
import { type ClearRule, noteFor, oldResults, withNotes } from './clear-results.ts';
import { recount } from './recount.ts';
import { HistoryRepair } from './repair-history.ts';
import { tokensOfMessages } from './token-estimate.ts';

/**
 * Takes old results out of the conversation, each kept on disk, where that saves at least so many
 * tokens. Gives about how many it saved; 0: nothing was changed.
 */
export async function clearOldResults(
  session: Session,
  conversation: Conversation,
  rule: ClearRule,
  leastTokens: number,
): Promise<number> {
  const { messages, context } = conversation;
  const old = oldResults(messages, rule);
  const hoped = old.reduce((sum, { tokens }) => sum + tokens, 0);
  if (old.length === 0 || hoped < leastTokens) return 0;
  const notes = new Map<string, string>();
  for (const result of old) {
    const path = await session.history.saveResult(result.toolUseId, result.block);
    notes.set(result.toolUseId, noteFor(result, path));
  }
  const before = tokensOfMessages(messages);
  messages.splice(0, messages.length, ...withNotes(messages, notes));
  const saved = before - tokensOfMessages(messages);
  context.size.shortened(saved, messages);
  recount(conversation, context.size.of(session, messages).tokens);
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
