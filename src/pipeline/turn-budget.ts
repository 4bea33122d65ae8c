import type { CallResult } from './call-result.ts';
import { shorten } from './result-budget.ts';
import { textOf } from './text-block.ts';
import { BYTES_PER_TOKEN, tokensOf } from './token-count.ts';

/** The most text that the results of one answer may add to the conversation, characters. */
const MOST_PER_TURN = 200_000;

/** A quarter of what a model holds, characters: results of one answer may not fill a small one at once. */
export function mostPerTurn(windowTokens: number): number {
  return Math.min(MOST_PER_TURN, Math.floor((windowTokens / 4) * BYTES_PER_TOKEN));
}

/**
 * Keeps the results of one answer together within bounds: many that are each of a usual size would
 * fill the context in one turn. The longest are cut first, all of them to the same length; each lies
 * whole in the run directory.
 */
export async function fitTurn(
  results: readonly CallResult[],
  runDirectory: string,
  most = MOST_PER_TURN,
): Promise<CallResult[]> {
  const sizes = results.map(({ block }) => textOf(block).length);
  const cap = capFor(sizes, most);
  return Promise.all(
    results.map(async (result, index) => {
      if ((sizes[index] ?? 0) <= cap) return result;
      const place = { id: `${result.toolUseId}.turn`, runDirectory };
      const { block } = await shorten(result.block, cap, place);
      return { ...result, block, tokens: tokensOf(block) };
    }),
  );
}

/** The length that all texts together fit with, when each is cut to it. */
function capFor(sizes: readonly number[], most: number): number {
  let left = most;
  const ordered = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ordered.entries()) {
    const share = Math.floor(left / (ordered.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
