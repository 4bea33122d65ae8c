import type { Usage } from '@anthropic-ai/sdk/resources/messages';

export const NO_USAGE: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: null,
  inference_geo: null,
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: null,
  speed: null,
};

/**
 * The sum of two usages, field by field. What isn't a number (geography, tier, speed) is taken from
 * the later one. `undefined` counts as nothing.
 */
export function addUsage(sum: Usage | undefined, next: Usage | undefined): Usage {
  const a = sum ?? NO_USAGE;
  const b = next ?? NO_USAGE;
  return {
    ...a,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_creation_input_tokens: plus(a.cache_creation_input_tokens, b.cache_creation_input_tokens),
    cache_read_input_tokens: plus(a.cache_read_input_tokens, b.cache_read_input_tokens),
    cache_creation: addCounts(a.cache_creation, b.cache_creation),
    output_tokens_details: addCounts(a.output_tokens_details, b.output_tokens_details),
    server_tool_use: addCounts(a.server_tool_use, b.server_tool_use),
    inference_geo: b.inference_geo ?? a.inference_geo,
    service_tier: b.service_tier ?? a.service_tier,
    speed: b.speed ?? a.speed,
  };
}

function plus(a: number | null, b: number | null): number {
  return (a ?? 0) + (b ?? 0);
}

function addCounts<Counts extends object>(
  a: Counts | null | undefined,
  b: Counts | null | undefined,
): Counts | null {
  if (!a || !b) return a ?? b ?? null;
  const sum = { ...a } as Record<string, unknown>;
  for (const [key, value] of Object.entries(b)) {
    const before = sum[key];
    sum[key] = typeof value === 'number' && typeof before === 'number' ? before + value : value;
  }
  return sum as Counts;
}

/** More tokens than any answer costs: whoever claims more is not believed beyond that. */
const MOST_TOKENS = 1e9;

/**
 * A usage as it came, with counts that can be reckoned with: whole, none below 0 (that would give money back),
 * none beyond what can be. What is no count is none, and only fields that are known are kept.
 */
export function soundUsage(given: unknown): Usage {
  const usage: Readonly<Record<string, unknown>> = { ...(given as object) };
  return {
    input_tokens: count(usage['input_tokens']),
    output_tokens: count(usage['output_tokens']),
    cache_creation_input_tokens: countOrNull(usage['cache_creation_input_tokens']),
    cache_read_input_tokens: countOrNull(usage['cache_read_input_tokens']),
    cache_creation: counts(usage['cache_creation']) as Usage['cache_creation'],
    output_tokens_details: counts(usage['output_tokens_details']) as Usage['output_tokens_details'],
    server_tool_use: counts(usage['server_tool_use']) as Usage['server_tool_use'],
    inference_geo: word(usage['inference_geo']),
    service_tier: word(usage['service_tier']) as Usage['service_tier'],
    speed: word(usage['speed']) as Usage['speed'],
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(Math.ceil(value), MOST_TOKENS) : 0;
}

function countOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : count(value);
}

function counts(value: unknown): object | null {
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, given]) => [key, count(given)]));
}

function word(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 100 ? value : null;
}
