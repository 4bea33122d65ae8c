import type { Usage } from '@anthropic-ai/sdk/resources/messages';
import type { ModelUse, Outcome, Spent } from '../events/outcome.ts';
import { addUsage } from '../model/usage.ts';
import { type Fields, fieldsOf, numberOf } from './html/fields.ts';

/** What was used, with the names that a result has for it. */
export function spentFields(spent: Spent): Fields {
  return {
    num_turns: spent.numTurns,
    total_cost_usd: spent.costUsd,
    cost_is_estimate: spent.costIsEstimate,
    ...(spent.usage === undefined ? {} : { usage: spent.usage }),
    modelUsage: spent.modelUsage,
  };
}

/** The way back, from a message that may have been changed since: what is no number counts as none. */
export function spentOf(fields: Fields): Spent {
  const usage = fieldsOf(fields['usage']);
  const models = Object.entries(fieldsOf(fields['modelUsage']));
  return {
    numTurns: count(fields['num_turns']),
    costUsd: count(fields['total_cost_usd']),
    costIsEstimate: fields['cost_is_estimate'] === true,
    usage: isUsage(usage) ? usage : undefined,
    modelUsage: Object.fromEntries(models.map(([model, use]) => [model, useOf(fieldsOf(use))])),
  };
}

type Sums = Pick<Outcome, Exclude<keyof Spent, 'numTurns'>>;

/**
 * What two runs used, the second of which goes on from the first.
 * @param turns of both.
 */
export function plusEarlier<Own extends Sums>(
  earlier: Spent | undefined,
  own: Own,
  turns: number,
): Own & Pick<Outcome, 'own'> {
  if (earlier === undefined) return own;
  const modelUsage = { ...earlier.modelUsage };
  for (const [model, use] of Object.entries(own.modelUsage)) {
    modelUsage[model] = plusUse(modelUsage[model], use);
  }
  return {
    ...own,
    costUsd: earlier.costUsd + own.costUsd,
    costIsEstimate: earlier.costIsEstimate || own.costIsEstimate,
    usage: own.usage ? addUsage(earlier.usage, own.usage) : earlier.usage,
    modelUsage,
    own: {
      numTurns: turns - earlier.numTurns,
      costUsd: own.costUsd,
      costIsEstimate: own.costIsEstimate,
    },
  };
}

function plusUse(before: ModelUse | undefined, use: ModelUse): ModelUse {
  if (before === undefined) return use;
  return {
    inputTokens: before.inputTokens + use.inputTokens,
    outputTokens: before.outputTokens + use.outputTokens,
    cacheReadInputTokens: before.cacheReadInputTokens + use.cacheReadInputTokens,
    cacheCreationInputTokens: before.cacheCreationInputTokens + use.cacheCreationInputTokens,
    webSearchRequests: (before.webSearchRequests ?? 0) + (use.webSearchRequests ?? 0),
    costUSD: before.costUSD + use.costUSD,
    costIsEstimate: before.costIsEstimate || use.costIsEstimate,
  };
}

/** Told by us, in the API's own shape. */
function isUsage(fields: Fields): fields is Fields & Usage {
  return ['input_tokens', 'output_tokens'].every((name) => numberOf(fields[name]) !== undefined);
}

function useOf(use: Fields): ModelUse {
  return {
    inputTokens: count(use['inputTokens']),
    outputTokens: count(use['outputTokens']),
    cacheReadInputTokens: count(use['cacheReadInputTokens']),
    cacheCreationInputTokens: count(use['cacheCreationInputTokens']),
    webSearchRequests: count(use['webSearchRequests']),
    costUSD: count(use['costUSD']),
    costIsEstimate: use['costIsEstimate'] === true,
  };
}

/** What is negative would lift a limit. */
function count(value: unknown): number {
  return Math.max(0, numberOf(value) ?? 0);
}
