import type { Usage } from '@anthropic-ai/sdk/resources/messages';
import type { ModelUse, Outcome, Spent } from '../events/outcome.ts';
import { addUsage, NO_USAGE } from '../model/usage.ts';
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
  const models = Object.entries(fieldsOf(fields['modelUsage'])).slice(0, MOST_MODELS);
  return {
    numTurns: whole(fields['num_turns']),
    costUsd: count(fields['total_cost_usd']),
    costIsEstimate: fields['cost_is_estimate'] === true,
    usage: isUsage(usage) ? countedUsage(usage) : undefined,
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

/** Its four sums alone: what else stands there is of the last answer. */
function countedUsage(usage: Fields & Usage): Usage {
  return {
    ...NO_USAGE,
    input_tokens: whole(usage.input_tokens),
    output_tokens: whole(usage.output_tokens),
    cache_creation_input_tokens: whole(usage.cache_creation_input_tokens),
    cache_read_input_tokens: whole(usage.cache_read_input_tokens),
  };
}

function useOf(use: Fields): ModelUse {
  return {
    inputTokens: whole(use['inputTokens']),
    outputTokens: whole(use['outputTokens']),
    cacheReadInputTokens: whole(use['cacheReadInputTokens']),
    cacheCreationInputTokens: whole(use['cacheCreationInputTokens']),
    webSearchRequests: whole(use['webSearchRequests']),
    costUSD: count(use['costUSD']),
    costIsEstimate: use['costIsEstimate'] === true,
  };
}

/** Nobody used more models, nor more of anything: sums have to stay numbers. */
const MOST_MODELS = 100;
const MOST = 1e12;

/** What is negative would lift a limit. */
function count(value: unknown): number {
  return Math.min(MOST, Math.max(0, numberOf(value) ?? 0));
}

function whole(value: unknown): number {
  return Math.floor(count(value));
}
