import type { Model } from '../model/model.ts';
import { type PromptLength, worstCase } from '../model/prices.ts';
import type { Ledger } from './ledger.ts';

/** A shorter answer than this is not worth its prompt. */
const LEAST_TOKENS = 1_024;

/**
 * The models whose price the next request may have.
 * @param answered the one that answered the last; absent: there was none.
 */
export function payable(model: Model, answered?: string | undefined): readonly string[] {
  return [answered ?? model.pricedAs ?? model.id, ...(model.othersPricedAs ?? [])];
}

/** A request as it was asked for. */
export interface Asked extends PromptLength {
  /** The models whose price it may have: one of them answers. */
  readonly models: readonly string[];
  /** The longest answer wanted. */
  readonly maxTokens: number;
}

export interface Afforded {
  /** How long its answer may be. */
  readonly maxTokens: number;
  /** What it costs at the worst. */
  readonly usd: number;
  /** There is money for one more like it, with a short answer. */
  readonly anotherFits: boolean;
}

/** What of a request the money allows; `undefined`: not even a short answer to it. */
export function afford(ledger: Pick<Ledger, 'leftUsd'>, asked: Asked): Afforded | undefined {
  const { leftUsd } = ledger;
  const { inputUsd, usdPerOutputToken } = worstCase(asked.models, asked);
  const payable = Math.floor((leftUsd - inputUsd) / usdPerOutputToken);
  if (payable < Math.min(LEAST_TOKENS, asked.maxTokens)) return undefined;
  const maxTokens = Math.min(asked.maxTokens, payable);
  const usd = inputUsd + maxTokens * usdPerOutputToken;
  const short = inputUsd + LEAST_TOKENS * usdPerOutputToken;
  return { maxTokens, usd, anotherFits: leftUsd >= 2 * short };
}

/** What the shortest request of its kind could cost. */
export function leastUsd(asked: Omit<Asked, 'maxTokens'>): number {
  const { inputUsd, usdPerOutputToken } = worstCase(asked.models, asked);
  return inputUsd + LEAST_TOKENS * usdPerOutputToken;
}
