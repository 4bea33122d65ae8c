import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { ModelRequest } from '../../model/model.ts';
import { BYTES_PER_TOKEN, TOKENS_PER_PICTURE, tokensOf } from '../../pipeline/token-count.ts';
import { blocksOf } from './repair-blocks.ts';

/** What the frame of a message or block costs: role, type, ids. */
const FRAME = 8;

/** About how many tokens messages are, on the careful side. */
export function tokensOfMessages(messages: readonly MessageParam[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

export function tokensOfMessage(message: MessageParam): number {
  return blocksOf(message).reduce((sum, block) => sum + FRAME + tokensOfBlock(block), FRAME);
}

/** What stands before the messages of every request: tools that are not deferred, and system prompt. */
export function tokensOfPrefix({ system, tools }: Pick<ModelRequest, 'system' | 'tools'>): number {
  return tokensOfText(JSON.stringify([system, tools.filter((tool) => !tool.defer_loading)]));
}

function tokensOfBlock(block: ContentBlockParam): number {
  switch (block.type) {
    case 'text':
      return tokensOfText(block.text);
    case 'tool_result':
      return tokensOf(block);
    case 'image':
    case 'document':
      return TOKENS_PER_PICTURE;
    default:
      return tokensOfText(JSON.stringify(block));
  }
}

function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / BYTES_PER_TOKEN);
}
