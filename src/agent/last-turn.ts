import { messageOf } from '../base/errors.ts';
import type { Conversation } from './conversation.ts';
import type { NextRequest } from './limits.ts';
import { recordLast, tell } from './record.ts';
import { type Ending, Interruption, type Session } from './session.ts';

const WHY = {
  max_turns: 'The turns of this run are used up',
  max_budget: 'The money of this run is used up',
  deadline: 'The time of this run is nearly over',
} as const;

/**
 * At a limit: one last answer without tools, in which the agent sums up. It is no turn of the count.
 * Whatever goes wrong in it, the run ends with the limit.
 * @throws the `Interruption` of a run that is cancelled meanwhile.
 */
export async function lastTurn(
  session: Session,
  conversation: Conversation,
  { ending, maxTokens, usd }: NextRequest & { readonly ending: Ending },
): Promise<Ending> {
  // An agent that has not begun has nothing to sum up.
  if (maxTokens === undefined || conversation.counted === undefined) return ending;
  const why = WHY[ending.stopReason as keyof typeof WHY];
  const text = `${why}: no tool can be called any more. Give your last message: what you did, how you checked it, what is left to do.`;
  tell(session, conversation, { role: 'user', content: [{ type: 'text', text }] });
  const release = conversation.ledger.reserve(usd);
  try {
    const answer = await session.model.answer(
      {
        system: session.system,
        tools: session.tools,
        messages: conversation.messages,
        maxTokens,
        noTools: true,
      },
      {
        onBlock: () => {},
        ...conversation.ledger.payingFor('work'),
        onRetry: (retry) => session.emit({ type: 'api_retry', at: session.now(), retry }),
      },
      session.signal,
    );
    recordLast(session, conversation, answer);
  } catch (error) {
    const reason: unknown = session.signal.aborted ? session.signal.reason : undefined;
    if (reason instanceof Interruption && reason.stopReason !== 'deadline') throw reason;
    const words = `The agent could not sum up: ${messageOf(reason ?? error)}`;
    session.emit({ type: 'notice', at: session.now(), level: 'warning', text: words });
  } finally {
    release();
  }
  return ending;
}
