import type { Usage } from '@anthropic-ai/sdk/resources/messages';
import type { Portion, Spending } from '../events/outcome.ts';
import type { CostParts } from '../model/prices.ts';

/** Adds one request to what was spent before. */
export function addSpending(
  before: Pick<Spending, 'purpose' | 'model'> & Partial<Spending>,
  usage: Usage,
  cost: CostParts,
): Spending {
  return {
    purpose: before.purpose,
    model: before.model,
    requests: (before.requests ?? 0) + 1,
    input: plus(before.input, usage.input_tokens, cost.input),
    cacheRead: plus(before.cacheRead, usage.cache_read_input_tokens ?? 0, cost.cacheRead),
    cacheWrite: plus(before.cacheWrite, usage.cache_creation_input_tokens ?? 0, cost.cacheWrite),
    output: plus(before.output, usage.output_tokens, cost.output),
    thinkingTokens:
      (before.thinkingTokens ?? 0) + (usage.output_tokens_details?.thinking_tokens ?? 0),
    serverToolsUsd: (before.serverToolsUsd ?? 0) + cost.serverTools,
  };
}

function plus(before: Portion | undefined, tokens: number, usd: number): Portion {
  return { tokens: (before?.tokens ?? 0) + tokens, usd: (before?.usd ?? 0) + usd };
}
