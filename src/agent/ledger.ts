import type { Message, Usage } from '@anthropic-ai/sdk/resources/messages';
import type { ModelUse, Spent } from '../events/outcome.ts';
import { costOf } from '../model/prices.ts';
import { addUsage } from '../model/usage.ts';

/** What a run has used: tokens, money, turns, time at the API. */
export class Ledger {
  turns = 0;
  apiMs = 0;
  costUsd = 0;
  costIsEstimate = false;
  usage: Usage | undefined;
  readonly #models = new Map<string, ModelUse>();

  /** Takes over what an earlier run used: limits are of the whole. Call it before anything is booked. */
  goOnFrom(spent: Spent): void {
    this.turns = spent.numTurns;
    this.costUsd = spent.costUsd;
    this.costIsEstimate = spent.costIsEstimate;
    this.usage = spent.usage;
    for (const [model, use] of Object.entries(spent.modelUsage)) this.#models.set(model, use);
  }

  /** Books one answer of the conversation: a turn. */
  book(message: Message, durationMs: number): void {
    this.turns += 1;
    this.bookAside(message, durationMs);
  }

  /** Books an answer beside the conversation. `model` is the id that it names. */
  bookAside(message: Message, durationMs: number): void {
    const cost = costOf(message.model, message.usage);
    this.apiMs += durationMs;
    this.costUsd += cost.usd;
    this.costIsEstimate ||= cost.estimate;
    this.usage = addUsage(this.usage, message.usage);
    const before = this.#models.get(message.model);
    this.#models.set(message.model, {
      inputTokens: (before?.inputTokens ?? 0) + message.usage.input_tokens,
      outputTokens: (before?.outputTokens ?? 0) + message.usage.output_tokens,
      cacheReadInputTokens:
        (before?.cacheReadInputTokens ?? 0) + (message.usage.cache_read_input_tokens ?? 0),
      cacheCreationInputTokens:
        (before?.cacheCreationInputTokens ?? 0) + (message.usage.cache_creation_input_tokens ?? 0),
      costUSD: (before?.costUSD ?? 0) + cost.usd,
      costIsEstimate: cost.estimate,
    });
  }

  get modelUsage(): Readonly<Record<string, ModelUse>> {
    return Object.fromEntries(this.#models);
  }
}
