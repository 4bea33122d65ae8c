import { messageOf } from '../base/errors.ts';
import type { ModelAnswer } from '../model/model.ts';
import { mend } from './context/make-room.ts';
import type { Conversation } from './conversation.ts';
import { type NextRequest, nextRequest } from './limits.ts';
import { recordLast, tell } from './record.ts';
import { type Ending, Interruption, type Session } from './session.ts';

const WHY = {
  max_turns: 'The turns of this run are used up',
  max_budget: 'The money of this run is used up',
  deadline: 'The time of this run is nearly over',
} as const;

/**
 * At a limit: one last answer, in which the agent sums up; calls in it are not run. It is no turn of the count.
 * Whatever goes wrong in it, the run ends with the limit.
 * @throws the `Interruption` of a run that is cancelled meanwhile.
 */
export async function lastTurn(
  session: Session,
  conversation: Conversation,
  next: NextRequest & { readonly ending: Ending },
): Promise<Ending> {
  const { ending } = next;
  // An agent that has not begun has nothing to sum up.
  if (next.maxTokens === undefined || conversation.counted === undefined) return ending;
  const why = WHY[ending.stopReason as keyof typeof WHY];
  const text = `${why}: no tool can be called any more. Give your last message: what you did, how you checked it, what is left to do.`;
  tell(session, conversation, { role: 'user', content: [{ type: 'text', text }] });
  mend(session, conversation);
  try {
    recordLast(session, conversation, await lastWords(session, conversation, next));
  } catch (error) {
    const reason: unknown = session.signal.aborted ? session.signal.reason : undefined;
    if (reason instanceof Interruption && reason.stopReason !== 'deadline') throw reason;
    const words = `The agent could not sum up: ${messageOf(reason ?? error)}`;
    session.emit({ type: 'notice', at: session.now(), level: 'warning', text: words });
  }
  return ending;
}

/**
 * The tools are forbidden only to an agent that calls some all the same, and where there is money for a second
 * request: a changed `tool_choice` has the API read the whole conversation anew instead of from its cache.
 */
async function lastWords(
  session: Session,
  conversation: Conversation,
  next: NextRequest,
): Promise<ModelAnswer> {
  const answer = await ask(session, conversation, next, false);
  const kinds = answer.message.content.map(({ type }) => type);
  if (kinds.includes('text') || !kinds.includes('tool_use')) return answer;
  conversation.ledger.bookAside(answer.message, answer.durationMs, 'work');
  return ask(session, conversation, nextRequest(session, conversation), true);
}

async function ask(
  session: Session,
  { ledger, messages }: Conversation,
  { maxTokens, usd }: NextRequest,
  noTools: boolean,
): Promise<ModelAnswer> {
  if (maxTokens === undefined) throw new Error('it called a tool, and the money is used up.');
  const { system, tools, signal } = session;
  const release = ledger.reserve(usd);
  try {
    return await session.model.answer(
      { system, tools, messages, maxTokens, ...(noTools && { noTools }) },
      {
        onBlock: () => {},
        ...ledger.payingFor('work'),
        onRetry: (retry) => session.emit({ type: 'api_retry', at: session.now(), retry }),
      },
      signal,
    );
  } finally {
    release();
  }
}
