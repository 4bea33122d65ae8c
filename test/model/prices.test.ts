import { describe, expect, test } from 'vitest';
import { maxOutputTokens, modelFamily, modelId } from '../../src/model/model-id.ts';
import { costOf } from '../../src/model/prices.ts';
import { addUsage, NO_USAGE } from '../../src/model/usage.ts';

const million = 1_000_000;

describe('model ids', () => {
  test.each([
    ['sonnet', 'claude-sonnet-5-5'],
    ['opus', 'claude-opus-5-5'],
    ['haiku', 'claude-haiku-5-5'],
    ['claude-opus-4-8', 'claude-opus-4-8'],
    ['constructor', 'constructor'],
  ])('%s is %s', (name, id) => expect(modelId(name)).toBe(id));

  test.each([
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['claude-opus-5-5[1m]', 'claude-opus-5-5'],
    ['my-model', 'my-model'],
  ])('%s is of the family %s', (id, family) => expect(modelFamily(id)).toBe(family));

  test.each([
    ['claude-opus-5-5', 128_000],
    ['claude-haiku-4-5-20251001', 64_000],
    ['my-model', 32_000],
  ])('%s writes at most %i', (id, tokens) => expect(maxOutputTokens(id)).toBe(tokens));
});

describe('cost', () => {
  const usage = {
    ...NO_USAGE,
    input_tokens: million,
    output_tokens: million,
    cache_read_input_tokens: million,
    cache_creation_input_tokens: 2 * million,
    cache_creation: { ephemeral_5m_input_tokens: million, ephemeral_1h_input_tokens: million },
  };
  test.each([
    ['claude-opus-5-5', 4 + 20 + 0.2 + 5 + 8],
    ['claude-sonnet-5-5', 2 + 10 + 0.1 + 2.5 + 4],
    ['claude-fable-5-1', 10 + 50 + 0.25 + 12.5 + 20],
    ['claude-opus-5', 5 + 25 + 0.5 + 6.25 + 10],
    ['claude-haiku-5-5', 0.5 + 2.5 + 0.05 + 0.625 + 1],
    ['claude-sonnet-4-5-20250929', 3 + 15 + 0.3 + 3.75 + 6],
  ])('%s', (model, usd) => {
    const cost = costOf(model, usage);
    expect(cost.usd).toBeCloseTo(usd, 9);
    expect(cost.estimate).toBe(false);
  });

  test('a short prompt is cheaper with Haiku 5.5, and cache reads count as prompt', () => {
    const short = { ...NO_USAGE, input_tokens: 50_000, cache_read_input_tokens: 50_000 };
    expect(costOf('claude-haiku-5-5', short).usd).toBeCloseTo(0.0055, 9);
    const long = { ...short, cache_read_input_tokens: 50_001 };
    expect(costOf('claude-haiku-5-5', long).usd).toBeCloseTo(0.0275, 6);
  });

  test('an unknown model is reckoned at the dearest known price and marked', () => {
    const some = { ...NO_USAGE, output_tokens: million };
    for (const name of ['shiny-9', 'constructor', '__proto__']) {
      expect(costOf(name, some)).toEqual({ usd: 75, estimate: true });
    }
  });

  test('writes without their kind count as five-minute ones; searches and geography add', () => {
    const written = { ...NO_USAGE, cache_creation_input_tokens: million };
    expect(costOf('claude-opus-5-5', written).usd).toBeCloseTo(5, 9);
    expect(costOf('claude-opus-5-5', { ...written, inference_geo: 'us' }).usd).toBeCloseTo(5.5, 9);
    const searched = { web_search_requests: 3, web_fetch_requests: 5 };
    const usd = costOf('claude-opus-5-5', { ...NO_USAGE, server_tool_use: searched }).usd;
    expect(usd).toBeCloseTo(0.03, 9);
  });
});

test('usages add up field by field', () => {
  const one = {
    ...NO_USAGE,
    input_tokens: 1,
    cache_creation_input_tokens: null,
    cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 3 },
    server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
  };
  const two = { ...one, output_tokens: 5, cache_read_input_tokens: 7, speed: 'fast' as const };
  expect(addUsage(addUsage(undefined, one), two)).toEqual({
    ...NO_USAGE,
    input_tokens: 2,
    output_tokens: 5,
    cache_read_input_tokens: 7,
    cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 6 },
    server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
    speed: 'fast',
  });
  expect(addUsage(one, undefined)).toEqual({ ...one, cache_creation_input_tokens: 0 });
});
