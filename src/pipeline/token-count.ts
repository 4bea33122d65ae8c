import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { textOf } from './text-block.ts';

/** Bytes of UTF-8 that make a token, on the careful side: code and logs have short ones. */
export const BYTES_PER_TOKEN = 3.5;
/** What a picture or a page costs at most (vision docs: 1568 × 1568 pixels). */
export const TOKENS_PER_PICTURE = 1_600;

/** About how many tokens a result adds to the conversation. */
export function tokensOf(block: ToolResultBlockParam): number {
  const { content = '' } = block;
  const others =
    typeof content === 'string' ? 0 : content.filter((part) => part.type !== 'text').length;
  const bytes = Buffer.byteLength(textOf(block), 'utf8');
  return Math.ceil(bytes / BYTES_PER_TOKEN) + others * TOKENS_PER_PICTURE;
}
