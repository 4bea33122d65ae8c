import { expect, test } from 'vitest';
import { knownCapabilities } from '../../src/model/capabilities.ts';

test.each([
  ['claude-opus-5-5', 1_000_000, 128_000, ['adaptive'], 5],
  ['claude-sonnet-5-5', 1_000_000, 128_000, ['adaptive', 'between_tools'], 5],
  ['claude-haiku-5-5', 1_000_000, 128_000, ['adaptive', 'disabled'], 5],
  [
    'us.anthropic.claude-sonnet-4-6-v1:0',
    1_000_000,
    64_000,
    ['adaptive', 'enabled', 'disabled'],
    4,
  ],
  ['claude-opus-4-5@20251101', 200_000, 64_000, ['enabled', 'disabled'], 3],
  ['claude-haiku-4-5-20251001', 200_000, 64_000, ['enabled', 'disabled'], 0],
])('the table knows %s', (id, window, output, thinking, efforts) => {
  const known = knownCapabilities(id);
  expect(known).toMatchObject({
    source: 'table',
    maxInputTokens: window,
    maxOutputTokens: output,
    thinkingTypes: thinking,
    contextEditing: true,
    toolReferences: true,
  });
  expect(known.efforts).toHaveLength(efforts);
});

test('of an unknown model it claims only what all models share', () => {
  expect(knownCapabilities('acme/llm')).toEqual({
    source: 'table',
    maxInputTokens: 200_000,
    maxOutputTokens: 32_000,
    thinkingTypes: [],
    thinksUnasked: false,
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    contextEditing: false,
    toolReferences: false,
  });
});
