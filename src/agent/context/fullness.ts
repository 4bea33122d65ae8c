import type { Conversation } from '../conversation.ts';
import type { Session } from '../session.ts';
import type { Room } from './room.ts';

/** An estimate may be too high by so much of itself. */
const DOUBT = 0.35;

/**
 * How many tokens the next request holds. Reckoned; the API is asked only where the answer decides
 * whether the conversation is compacted, which costs far more than the question.
 */
export async function fullness(
  session: Session,
  { context, messages }: Conversation,
  room: Room,
): Promise<number> {
  const { tokens, guessed } = context.size.of(session, messages);
  const unsure = tokens >= room.compactAt && tokens - guessed * DOUBT < room.compactAt;
  if (!unsure || !session.model.countTokens) return tokens;
  const { system, tools, maxTokens } = session;
  const counted = await session.model.countTokens(
    { system, tools, messages, maxTokens },
    session.signal,
  );
  if (counted === undefined) return tokens;
  context.size.counted(counted, messages);
  return counted;
}
