import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { CallResult } from './call-result.ts';
import { tokensOf } from './token-count.ts';

/**
 * What the pictures of one answer's results may be together. The API takes a hundred or more in a
 * request, but with more than twenty only small ones, and 32 MB for all of it (vision and errors pages
 * of its documentation). The turns before it have some too.
 */
const MOST_PICTURES = 20;
const MOST_BASE64 = 6_000_000;

const LEFT_OUT =
  '[A picture is left out: the results of one answer have too many, or too large ones. Ask for fewer at a time.]';

type Part = Exclude<NonNullable<ToolResultBlockParam['content']>, string>[number];

/** Leaves out the pictures that come after the most that results of one answer may have, with a note for each. */
export function fitPictures(results: readonly CallResult[]): CallResult[] {
  let pictures = 0;
  let base64 = 0;
  const kept = (part: Part): Part => {
    if (part.type !== 'image') return part;
    const size = part.source.type === 'base64' ? part.source.data.length : 0;
    if (pictures + 1 > MOST_PICTURES || base64 + size > MOST_BASE64) {
      return { type: 'text', text: LEFT_OUT };
    }
    pictures += 1;
    base64 += size;
    return part;
  };
  return results.map((result) => {
    const { content } = result.block;
    if (!Array.isArray(content) || !content.some(({ type }) => type === 'image')) return result;
    const block = { ...result.block, content: content.map(kept) };
    return { ...result, block, tokens: tokensOf(block) };
  });
}
