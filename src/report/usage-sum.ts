import type { Message, Usage } from '@anthropic-ai/sdk/resources/messages';
import type { ModelUse, Outcome } from '../events/outcome.ts';

type Tokens = Omit<ModelUse, 'costUSD' | 'costIsEstimate' | 'webSearchRequests'>;
type Sums = Pick<Outcome, 'usage' | 'modelUsage' | 'costUsd' | 'costIsEstimate' | 'durationApiMs'>;

/** Adds up what answers used, for a run that could not do it itself. */
export interface UsageSum {
  add(message: Message, durationMs: number): void;
  /** @param costOf the price in US dollars; absent: unknown. */
  total(costOf: ((model: string, use: Tokens) => number) | undefined): Sums;
}

export function sumUsage(): UsageSum {
  const models = new Map<string, Tokens>();
  let durationApiMs = 0;
  let last: Usage | undefined;
  return {
    add(message, durationMs) {
      durationApiMs += durationMs;
      last = message.usage;
      models.set(message.model, plus(models.get(message.model), tokensOf(message.usage)));
    },
    total(costOf) {
      const uses = [...models].map(([model, use]): [string, ModelUse] => [
        model,
        { ...use, costUSD: costOf?.(model, use) ?? 0, costIsEstimate: true },
      ]);
      const all = [...models.values()].reduce(plus, tokensOf(undefined));
      return {
        durationApiMs,
        usage: last && {
          ...last,
          input_tokens: all.inputTokens,
          output_tokens: all.outputTokens,
          cache_read_input_tokens: all.cacheReadInputTokens,
          cache_creation_input_tokens: all.cacheCreationInputTokens,
        },
        modelUsage: Object.fromEntries(uses),
        costUsd: uses.reduce((sum, [, use]) => sum + use.costUSD, 0),
        // A request that was under way when the run was killed is not in these sums.
        costIsEstimate: true,
      };
    },
  };
}

function tokensOf(usage: Usage | undefined): Tokens {
  return {
    inputTokens: usage?.input_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? 0,
    cacheReadInputTokens: usage?.cache_read_input_tokens ?? 0,
    cacheCreationInputTokens: usage?.cache_creation_input_tokens ?? 0,
  };
}

function plus(a: Tokens | undefined, b: Tokens): Tokens {
  return {
    inputTokens: (a?.inputTokens ?? 0) + b.inputTokens,
    outputTokens: (a?.outputTokens ?? 0) + b.outputTokens,
    cacheReadInputTokens: (a?.cacheReadInputTokens ?? 0) + b.cacheReadInputTokens,
    cacheCreationInputTokens: (a?.cacheCreationInputTokens ?? 0) + b.cacheCreationInputTokens,
  };
}
