import type { Conversation } from '../conversation.ts';

/** After a conversation was shortened: what limits reckon with is about so many tokens. */
export function recount(conversation: Conversation, tokens: number): void {
  const { counted, messages } = conversation;
  if (counted) conversation.counted = { ...counted, tokens, messages: messages.length };
}
