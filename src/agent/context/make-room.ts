import type { Conversation } from '../conversation.ts';
import type { Ending, Session } from '../session.ts';
import { noteCalm } from './context-state.ts';
import { fullness } from './fullness.ts';
import { roomOf } from './room.ts';

/**
 * Makes a conversation fit to be sent: what the API would refuse is mended, what tools asked for is cut,
 * and a long one is shortened.
 * @returns how the run ends when it can't be; `shortened`: it is another one now, to be looked at anew;
 * `undefined`: it can be sent.
 * @throws what the model throws when it is asked for a summary.
 */
export async function makeRoom(
  session: Session,
  conversation: Conversation,
): Promise<Ending | 'shortened' | undefined> {
  mend(session, conversation);
  const { context } = conversation;
  const { snip, brief } = session.appState();
  const room = roomOf(session, context.window);
  const tokens = await fullness(session, conversation, room);
  const asked = snip !== context.snipped || brief !== context.briefed;
  if (!asked && !context.tooLong && tokens < room.clearAt) {
    noteCalm(context);
    return undefined;
  }
  const { shorten } = await import('./shorten.ts');
  return shorten(session, conversation, room, tokens);
}

/** Mends what the API would refuse, and says so. */
export function mend(session: Session, { context, messages }: Conversation): void {
  const faults = context.repair.repairTail(messages);
  if (faults.length === 0) return;
  const text = `What is sent to the model was mended: ${faults.join(', ')}.`;
  session.emit({ type: 'notice', at: session.now(), level: 'notice', text });
}
