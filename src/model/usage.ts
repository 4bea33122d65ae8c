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
