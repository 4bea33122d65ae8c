import { makeRoom } from './context/make-room.ts';
import type { Conversation } from './conversation.ts';
import { lastTurn } from './last-turn.ts';
import { type NextRequest, nextRequest } from './limits.ts';
import type { Ending, Session } from './session.ts';

/**
 * Checks limits and makes room until the next request can be made, or the run is at its end: then with the
 * agent's last words. What was shortened costs less, and shortening costs too: limits are checked anew.
 */
export async function prepareRequest(
  session: Session,
  conversation: Conversation,
): Promise<NextRequest> {
  for (;;) {
    session.signal.throwIfAborted();
    const next = nextRequest(session, conversation);
    if (isLast(next)) return { ...next, ending: await lastTurn(session, conversation, next) };
    const room = await makeRoom(session, conversation);
    if (room === undefined) return next;
    if (room !== 'shortened') return { ...next, ending: room };
  }
}

function isLast(next: NextRequest): next is NextRequest & { readonly ending: Ending } {
  return next.ending !== undefined;
}
