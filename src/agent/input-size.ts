import type {
  ContentBlockParam,
  MessageParam,
  ToolReferenceBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { ModelRequest } from '../model/model.ts';
import type { Conversation } from './conversation.ts';
import type { Session } from './session.ts';

/** Bytes of UTF-8 that make a token, on the careful side: a budget must bear the worst case. */
const BYTES_PER_TOKEN = 3;
/** What a picture costs at most, doubled (vision docs: 1568 × 1568 pixels). */
const TOKENS_PER_PICTURE = 3_200;
/** A page of a PDF is read as text and as a picture; few have less than so many bytes for a token of either. */
const BASE64_PER_DOCUMENT_TOKEN = 10;
/** What the definition of a tool costs that a result points at; few are longer. */
const TOKENS_PER_DEFINITION = 1_500;

/**
 * About how many tokens the next request holds, rather too many than too few: what the API counted in
 * the last one, and an estimate of what came since. A history that was made shorter is reckoned anew.
 */
export function inputTokens(
  session: Pick<Session, 'system' | 'tools'>,
  { messages, counted }: Pick<Conversation, 'messages' | 'counted'>,
): number {
  if (counted && messages.length >= counted.messages) {
    return counted.tokens + messageTokens(messages.slice(counted.messages));
  }
  return estimateTokens({ ...session, messages });
}

/** The same of a request of which nothing was counted yet. */
export function estimateTokens({
  system,
  tools,
  messages,
}: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): number {
  return prefixTokens({ system, tools }) + messageTokens(messages);
}

/** What of it stands before the messages. */
export function prefixTokens({ system, tools }: Pick<ModelRequest, 'system' | 'tools'>): number {
  // A deferred tool is no part of the prompt until a result points at it.
  const sent = tools.filter((tool) => !tool.defer_loading);
  return tokensOf(system) + tokensOf(sent);
}

function messageTokens(messages: readonly MessageParam[]): number {
  return messages.reduce((sum, { content }) => sum + contentTokens(content), 0);
}

function contentTokens(content: MessageParam['content']): number {
  if (typeof content === 'string') return tokensOf(content);
  return content.reduce((sum, block) => sum + blockTokens(block), 0);
}

function blockTokens(block: ContentBlockParam | ToolReferenceBlockParam): number {
  if (block.type === 'tool_reference') return TOKENS_PER_DEFINITION;
  if (block.type === 'image') return TOKENS_PER_PICTURE;
  if (block.type === 'document' && block.source.type === 'base64') {
    return Math.ceil(block.source.data.length / BASE64_PER_DOCUMENT_TOKEN);
  }
  if (block.type === 'tool_result' && Array.isArray(block.content)) {
    return block.content.reduce((sum, part) => sum + blockTokens(part as ContentBlockParam), 20);
  }
  return tokensOf(block);
}

function tokensOf(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value) ?? '', 'utf8') / BYTES_PER_TOKEN);
}
