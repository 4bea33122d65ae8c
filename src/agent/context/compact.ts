import { countOf } from '../../base/text.ts';
import type { Conversation } from '../conversation.ts';
import type { Ending, Session } from '../session.ts';
import { askSummary } from './ask-summary.ts';
import { afterCompact, beforeCompact } from './compact-hooks.ts';
import { MOST_TRIES, mayTry } from './context-state.ts';
import { recount } from './recount.ts';
import { HistoryRepair } from './repair-history.ts';
import { summaryMessage } from './summary-message.ts';

/** Why it is compacted: it is full, or the model asked for it and gives the summary itself. */
export type CompactReason =
  | { readonly trigger: 'auto' }
  | { readonly trigger: 'manual'; readonly summary: string };

/**
 * Puts a summary in the place of the conversation, behind its first message. Hooks may forbid it; what
 * tries to shorten it again and again ends the run.
 * @returns how the run ends; `shortened`: it goes on with less; `undefined`: it goes on as it was.
 */
export async function compact(
  session: Session,
  conversation: Conversation,
  reason: CompactReason,
): Promise<Ending | 'shortened' | undefined> {
  const { context, messages } = conversation;
  if (!messages.some(({ role }) => role === 'assistant')) {
    return exhausted('The task by itself is longer than the model takes.');
  }
  if (reason.trigger === 'auto' && !mayTry(context)) return tooOften();
  const wanted = context.tooLong;
  const said = await beforeCompact(session, reason.trigger);
  if ('ending' in said) return said.ending;
  if (said.blocked !== undefined) return forbidden(session, conversation, said.blocked, wanted);
  const start = session.now();
  const before = context.size.of(session, messages).tokens;
  const summary =
    reason.trigger === 'manual'
      ? { text: reason.summary }
      : await askSummary(session, conversation);
  if ('problem' in summary) {
    const { problem, isMoney } = summary;
    return isMoney ? { stopReason: 'max_budget', errors: [problem] } : exhausted(problem);
  }
  const told = await afterCompact(session, reason.trigger, summary.text);
  if ('ending' in told) return told.ending;
  const message = summaryMessage(session, conversation, summary.text, told.notes);
  messages.splice(1, messages.length, message);
  context.clearFrom = 0;
  context.repair = new HistoryRepair();
  context.size.forget();
  context.tooLong = false;
  session.history.forgetShown();
  session.history.forgetTold();
  const after = context.size.of(session, messages).tokens;
  recount(conversation, after);
  const { trigger } = reason;
  tellOf(session, { trigger, before, after, start, requestId: summary.requestId });
  session.emit({ type: 'user', at: session.now(), message });
  return 'shortened';
}

function tellOf(
  { emit, now }: Session,
  done: {
    readonly trigger: CompactReason['trigger'];
    readonly before: number;
    readonly after: number;
    readonly start: number;
    readonly requestId: string | undefined;
  },
): void {
  const at = now();
  const { trigger, before, after, start, requestId } = done;
  emit({
    type: 'compacted',
    at,
    trigger,
    beforeTokens: before,
    afterTokens: after,
    durationMs: at - start,
    requestId,
  });
  const why = trigger === 'auto' ? 'to make room' : 'as the agent asked';
  const text = `The conversation was summarised ${why}: about ${thousands(before)} tokens became ${thousands(after)}.`;
  emit({ type: 'notice', at, level: 'notice', text });
}

/** `12,345`. Not by locale: loading one takes 15 ms. */
function thousands(tokens: number): string {
  return String(tokens).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The end of a run whose conversation can't be made to fit. */
export function tooOften(): Ending {
  return exhausted(
    `It was shortened ${countOf(MOST_TRIES, 'time')} in a row (results cleared, the rest summarised), and was full again at once.`,
  );
}

function exhausted(what: string): Ending {
  const error = `The conversation no longer fits the model. ${what} Give a smaller task, or a model with a larger context.`;
  return { stopReason: 'error', errors: [error] };
}

/** Without it the run goes on for as long as there is room. */
function forbidden(
  session: Session,
  { context }: Conversation,
  why: string,
  wanted: boolean,
): Ending | undefined {
  if (wanted) return exhausted(`A PreCompact hook forbids to summarise it: ${why}`);
  context.forbidden = true;
  const text = `The conversation is nearly full, but a PreCompact hook forbids to summarise it: ${why}`;
  session.emit({ type: 'notice', at: session.now(), level: 'warning', text });
  return undefined;
}
