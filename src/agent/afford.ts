import { worstCase } from '../model/prices.ts';
import type { Ledger } from './ledger.ts';

/** A shorter answer than this is not worth its prompt. */
const LEAST_TOKENS = 1_024;

/** A request as it was asked for. */
export interface Asked {
  /** The model whose price it has. */
  readonly model: string;
  readonly inputTokens: number;
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
  const { inputUsd, usdPerOutputToken } = worstCase(asked.model, asked.inputTokens);
  const payable = Math.floor((leftUsd - inputUsd) / usdPerOutputToken);
  if (payable < Math.min(LEAST_TOKENS, asked.maxTokens)) return undefined;
  const maxTokens = Math.min(asked.maxTokens, payable);
  const usd = inputUsd + maxTokens * usdPerOutputToken;
  const short = inputUsd + LEAST_TOKENS * usdPerOutputToken;
  return { maxTokens, usd, anotherFits: leftUsd >= 2 * short };
}

/** What the shortest request of its kind could cost. */
export function leastUsd({ model, inputTokens }: Omit<Asked, 'maxTokens'>): number {
  const { inputUsd, usdPerOutputToken } = worstCase(model, inputTokens);
  return inputUsd + LEAST_TOKENS * usdPerOutputToken;
}
