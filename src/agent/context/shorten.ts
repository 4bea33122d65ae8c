import type { Conversation } from '../conversation.ts';
import type { Ending, Session } from '../session.ts';
import { clearResults } from './clear.ts';
import { gainOf, oldResults } from './clear-results.ts';
import { compact, tooOften } from './compact.ts';
import { MOST_TRIES, mayTry, noteCalm } from './context-state.ts';
import type { Room } from './room.ts';

/** The latest results stay, whatever their length. */
const KEEP_LAST = 3;
/** What clearing has to save for a request that was refused to be tried again, share of it. */
const WORTH = 0.2;
/** Where the results of the last calls alone are so much, nothing else helps: the model gets notes instead. */
const MOST_OF_IT = 0.5;

/**
 * Shortens a conversation: as tools wished, else old results first, then by a summary.
 * @param tokens how many it is.
 * @returns how the run ends; `shortened`: it goes on with less; `undefined`: as it was.
 */
export async function shorten(
  session: Session,
  conversation: Conversation,
  room: Room,
  tokens: number,
): Promise<Ending | 'shortened' | undefined> {
  const { context, messages } = conversation;
  const { brief } = session.appState();
  if (brief && brief !== context.briefed) {
    context.briefed = brief;
    return compact(session, conversation, { trigger: 'manual', summary: brief.summary });
  }
  if ((await snip(session, conversation)) > 0) return 'shortened';
  if (context.tooLong) return shrink(session, conversation, tokens);
  if ((await clear(session, conversation, room, tokens)) > 0) return 'shortened';
  const isFull = tokens >= room.compactAt && !context.forbidden;
  if (isFull && isWorthSummary(messages) && context.tries < MOST_TRIES) {
    return compact(session, conversation, { trigger: 'auto' });
  }
  noteCalm(context);
  return undefined;
}

/**
 * A paused answer has to go on before anything else is said. Without an answer there is nothing but the task,
 * or the task and a summary: whether that still fits, the API knows better than a reckoning.
 */
function isWorthSummary(messages: Conversation['messages']): boolean {
  return messages.at(-1)?.role === 'user' && messages.some(({ role }) => role === 'assistant');
}

/** Does what Snip asked for. Gives how many tokens that saved. */
async function snip(session: Session, conversation: Conversation): Promise<number> {
  const { context, messages } = conversation;
  const { snip: wish } = session.appState();
  if (!wish || wish === context.snipped) return 0;
  context.snipped = wish;
  const { keepLast, tools } = wish;
  const old = oldResults(messages, { keepLast, keepTokens: 0, tools });
  return clearResults(session, conversation, old, 1);
}

/** Clears where it gains much. Where it does not yet, it is looked at again when it may. */
async function clear(
  session: Session,
  conversation: Conversation,
  room: Room,
  tokens: number,
): Promise<number> {
  const { context, messages } = conversation;
  const from = Math.max(room.clearAt, Math.min(context.clearFrom, room.compactAt));
  if (tokens < from) return 0;
  const old = oldResults(messages, { keepLast: KEEP_LAST, keepTokens: room.keepTokens });
  const lacking = room.leastGain - gainOf(old);
  if (lacking <= 0) return clearResults(session, conversation, old, room.leastGain);
  context.clearFrom = tokens + lacking;
  return 0;
}

/** The API has refused its length: it must become much shorter, whatever was reckoned. */
async function shrink(
  session: Session,
  conversation: Conversation,
  tokens: number,
): Promise<Ending | 'shortened' | undefined> {
  const { context, messages } = conversation;
  context.window = Math.min(context.window, tokens);
  const old = oldResults(messages, { keepLast: 1, keepTokens: 0 });
  const all = oldResults(messages, { keepLast: 0, keepTokens: 0, unanswered: true });
  const saved =
    (await clearResults(session, conversation, old, tokens * WORTH)) ||
    (await clearResults(session, conversation, all, tokens * MOST_OF_IT));
  if (saved === 0) return compact(session, conversation, { trigger: 'auto' });
  if (!mayTry(context)) return tooOften();
  context.tooLong = false;
  return 'shortened';
}
