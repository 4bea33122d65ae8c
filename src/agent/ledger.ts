import type { Message, Usage } from '@anthropic-ai/sdk/resources/messages';
import type { ModelUse, OwnPart, Purpose, Spending, Spent } from '../events/outcome.ts';
import type { StreamHandlers } from '../model/model.ts';
import { costOf, costParts } from '../model/prices.ts';
import { addUsage } from '../model/usage.ts';
import { addSpending } from './spending.ts';

interface LedgerOptions {
  /** What may be spent, US dollars; absent: no limit of its own. */
  readonly limitUsd?: number;
  /** Pays for what is booked here too, and its limit holds as well. */
  readonly payer?: Ledger;
  /** What the payer pays for. Default `work`. */
  readonly purpose?: Purpose;
}

/** What a run has used: tokens, money, turns, time at the API. Agents that share its money each have one of their own. */
export class Ledger {
  turns = 0;
  apiMs = 0;
  costUsd = 0;
  costIsEstimate = false;
  usage: Usage | undefined;
  readonly #limitUsd: number;
  readonly #payer: Ledger | undefined;
  readonly #purpose: Purpose;
  readonly #models = new Map<string, ModelUse>();
  readonly #spending = new Map<string, Spending>();
  #reservedUsd = 0;
  #before: Spent | undefined;
  #ownIsEstimate = false;

  constructor({ limitUsd, payer, purpose }: LedgerOptions = {}) {
    this.#limitUsd = limitUsd ?? Number.POSITIVE_INFINITY;
    this.#payer = payer;
    this.#purpose = purpose ?? 'work';
  }

  /** A ledger with turns of its own, whose money comes from here. */
  share(purpose: Purpose): Ledger {
    return new Ledger({ payer: this, purpose });
  }

  /** What may still be promised to a request, US dollars. */
  get leftUsd(): number {
    const own = this.#limitUsd - this.costUsd - this.#reservedUsd;
    return Math.min(own, this.#payer?.leftUsd ?? own);
  }

  /** The limit that holds here; `Infinity`: none. */
  get payableUsd(): number {
    return Math.min(this.#limitUsd, this.#payer?.payableUsd ?? this.#limitUsd);
  }

  /**
   * Puts the worst case of a request aside while it is under way, so that requests side by side can't
   * promise the same money. Call what it gives when the request is booked or has failed.
   */
  reserve(usd: number): () => void {
    let held = usd;
    this.#reservedUsd += held;
    const release = this.#payer?.reserve(usd);
    return () => {
      this.#reservedUsd -= held;
      held = 0;
      release?.();
    };
  }

  /** Takes over what an earlier run used: limits are of the whole. Call it before anything is booked. */
  goOnFrom(spent: Spent): void {
    this.#before = spent;
    this.turns = spent.numTurns;
    this.costUsd = spent.costUsd;
    this.costIsEstimate = spent.costIsEstimate;
    this.usage = spent.usage;
    for (const [model, use] of Object.entries(spent.modelUsage)) this.#models.set(model, use);
  }

  /** Books one answer of the conversation: a turn. */
  book(message: Message, durationMs: number): void {
    this.turns += 1;
    this.bookAside(message, durationMs, this.#purpose);
  }

  /** Books an answer beside the conversation. What it costs is reckoned by the model that it names. */
  bookAside(message: Message, durationMs: number, purpose: Purpose): void {
    const { model, usage } = message;
    const cost = costOf(model, usage);
    this.apiMs += durationMs;
    this.costUsd += cost.usd;
    this.costIsEstimate ||= cost.estimate;
    this.#ownIsEstimate ||= cost.estimate;
    this.usage = addUsage(this.usage, usage);
    this.#models.set(model, plus(this.#models.get(model), usage, cost));
    const key = JSON.stringify([purpose, model]);
    const before = this.#spending.get(key) ?? { purpose, model };
    this.#spending.set(key, addSpending(before, usage, costParts(model, usage)));
    this.#payer?.bookAside(message, durationMs, this.#purpose);
  }

  /**
   * What a request is told that is paid from here: a try that came to nothing is paid for too, and
   * another one is for what is left besides what is promised.
   * @param purpose absent: what the answer itself is booked under.
   */
  payingFor(
    purpose: Purpose = this.#purpose,
  ): Required<Pick<StreamHandlers, 'onLost' | 'mayRetry'>> {
    return {
      onLost: (message) => this.bookAside(message, 0, purpose),
      mayRetry: () => this.leftUsd >= 0,
    };
  }

  /** What came to what earlier runs used; `undefined`: there were none. */
  get own(): OwnPart | undefined {
    if (this.#before === undefined) return undefined;
    const { numTurns, costUsd } = this.#before;
    return {
      numTurns: this.turns - numTurns,
      costUsd: Math.max(0, this.costUsd - costUsd),
      costIsEstimate: this.#ownIsEstimate,
    };
  }

  get modelUsage(): Readonly<Record<string, ModelUse>> {
    return Object.fromEntries(this.#models);
  }

  /** What was spent on what, in the order in which it began. */
  get spending(): readonly Spending[] {
    return [...this.#spending.values()];
  }
}

function plus(
  before: ModelUse | undefined,
  usage: Usage,
  cost: ReturnType<typeof costOf>,
): ModelUse {
  return {
    inputTokens: (before?.inputTokens ?? 0) + usage.input_tokens,
    outputTokens: (before?.outputTokens ?? 0) + usage.output_tokens,
    cacheReadInputTokens:
      (before?.cacheReadInputTokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
    cacheCreationInputTokens:
      (before?.cacheCreationInputTokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
    webSearchRequests:
      (before?.webSearchRequests ?? 0) + (usage.server_tool_use?.web_search_requests ?? 0),
    costUSD: (before?.costUSD ?? 0) + cost.usd,
    costIsEstimate: cost.estimate,
  };
}
