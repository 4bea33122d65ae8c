import type { Usage } from '@anthropic-ai/sdk/resources/messages';
import type { CacheTtl } from './cache-ttl.ts';
import { modelFamily } from './model-id.ts';

/** US dollars for a million tokens. Cache writes are 1.25 × input for 5 minutes, 2 × for an hour. */
interface Price {
  readonly input: number;
  readonly output: number;
  /** Share of the input price that a cache read costs. */
  readonly cacheRead: number;
  /** Prompts longer than `tokens` (cache reads and writes counted) cost this instead, on the whole request. */
  readonly long?: { readonly tokens: number; readonly input: number; readonly output: number };
}

const price = (input: number, output: number, cacheRead = 0.1): Price => ({
  input,
  output,
  cacheRead,
});

/**
 * First-party prices as of 2026-11-30. Sources: platform.claude.com/docs/en/about-claude/pricing and
 * the model overview pages there (Opus 5.5, Sonnet 5.5, Haiku 5.5, Fable 5.1; Sonnet 5.5's cache
 * read since 2026-10-07, Haiku 5.5's two bands since its release that day).
 */
const PRICES: Readonly<Record<string, Price>> = {
  'claude-fable-5-1': price(10, 50, 0.025),
  'claude-mythos-5-1': price(10, 50, 0.025),
  'claude-fable-5': price(10, 50),
  'claude-mythos-5': price(10, 50),
  'claude-opus-5-5': price(4, 20, 0.05),
  'claude-opus-5': price(5, 25),
  'claude-opus-4-8': price(5, 25),
  'claude-opus-4-7': price(5, 25),
  'claude-opus-4-6': price(5, 25),
  'claude-opus-4-5': price(5, 25),
  'claude-opus-4-1': price(15, 75),
  'claude-opus-4': price(15, 75),
  'claude-sonnet-5-5': price(2, 10, 0.05),
  'claude-sonnet-5': price(2, 10),
  'claude-sonnet-4-6': price(3, 15),
  'claude-sonnet-4-5': price(3, 15),
  'claude-sonnet-4': price(3, 15),
  'claude-haiku-5-5': {
    ...price(0.1, 0.5),
    long: { tokens: 100_000, input: 0.5, output: 2.5 },
  },
  'claude-haiku-4-5': price(1, 5),
  'claude-3-5-haiku': price(0.8, 4),
};

const CACHE_WRITE_5M = 1.25;
const CACHE_WRITE_1H = 2;
/** What `inference_geo: us` adds. Same pricing page. */
const US_ONLY = 1.1;
const WEB_SEARCH_USD = 0.01;

const DEAREST = Object.values(PRICES).reduce((most, one) =>
  one.output > most.output ? one : most,
);

export interface Cost {
  readonly usd: number;
  /** The model is in no table: reckoned at the dearest known price. */
  readonly estimate: boolean;
}

/** What one request cost, by what it was spent on; US dollars. */
export interface CostParts {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Thinking included: it is output. */
  readonly output: number;
  /** Tools that the API ran itself. */
  readonly serverTools: number;
}

/**
 * What one request cost. Give it the model that answered (`message.model`): an answer may come from
 * another one than was asked for.
 */
export function costOf(model: string, usage: Usage): Cost {
  const { input, cacheRead, cacheWrite, output, serverTools } = costParts(model, usage);
  const usd = input + output + cacheWrite + cacheRead + serverTools;
  return { usd, estimate: knownPrice(model) === undefined };
}

export function costParts(model: string, usage: Usage): CostParts {
  const { input, output, cacheRead } = bandOf(priceOf(model), promptTokens(usage));
  const writes = usage.cache_creation_input_tokens ?? 0;
  const hourWrites = Math.min(usage.cache_creation?.ephemeral_1h_input_tokens ?? 0, writes);
  const geo = usage.inference_geo === 'us' ? US_ONLY : 1;
  const usd = (tokens: number, price: number) => (tokens * price * geo) / 1e6;
  return {
    input: usd(usage.input_tokens, input),
    cacheRead: usd(usage.cache_read_input_tokens ?? 0, input * cacheRead),
    cacheWrite:
      usd(writes - hourWrites, input * CACHE_WRITE_5M) + usd(hourWrites, input * CACHE_WRITE_1H),
    output: usd(usage.output_tokens, output),
    serverTools: (usage.server_tool_use?.web_search_requests ?? 0) * WEB_SEARCH_USD,
  };
}

/** The prompt of a request, tokens. */
export interface PromptLength {
  readonly inputTokens: number;
  /** So many of them stand before the messages: tools and system prompt. */
  readonly prefixTokens: number;
  /** How long the API is asked to keep those; absent: its five minutes. */
  readonly prefixTtl?: CacheTtl | undefined;
}

/**
 * What a request costs at the worst: nothing of the prompt read from the cache, all of it written to
 * it, and an answer as long as `max_tokens` allows, by the dearest of the models that may give it. An
 * unknown model counts as the dearest known one.
 */
export function worstCase(
  models: readonly string[],
  { inputTokens, prefixTokens, prefixTtl }: PromptLength,
): { readonly inputUsd: number; readonly usdPerOutputToken: number } {
  const prices = models.map((model) => bandOf(priceOf(model), inputTokens));
  const input = Math.max(...prices.map((price) => price.input));
  const output = Math.max(...prices.map((price) => price.output));
  const hour = prefixTtl === '1h' ? Math.min(prefixTokens, inputTokens) : 0;
  const written = hour * CACHE_WRITE_1H + (inputTokens - hour) * CACHE_WRITE_5M;
  return { inputUsd: (written * input) / 1e6, usdPerOutputToken: output / 1e6 };
}

/** An answer may claim to come from any model: only what stands in the table itself is one. */
function knownPrice(model: string): Price | undefined {
  const family = modelFamily(model);
  return Object.hasOwn(PRICES, family) ? PRICES[family] : undefined;
}

function priceOf(model: string): Price {
  return knownPrice(model) ?? DEAREST;
}

function promptTokens(usage: Usage): number {
  const { cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage;
  return usage.input_tokens + (written ?? 0) + (read ?? 0);
}

function bandOf(price: Price, prompt: number): Price {
  return price.long && prompt > price.long.tokens ? { ...price, ...price.long } : price;
}
