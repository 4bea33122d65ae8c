import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/policy/merge-policies.ts';
import { stricterLimits } from '../../src/policy/stricter-limits.ts';

test('an input can tighten a limit, never loosen it', () => {
  expect(stricterLimits(DEFAULT_LIMITS, { max_turns: 5, max_budget_usd: 100 })).toEqual({
    ...DEFAULT_LIMITS,
    max_turns: 5,
  });
});

test('property: the result is at most the policy’s and at most the input’s', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, noNaN: true }), (value) => {
      const { timeout_minutes } = stricterLimits(DEFAULT_LIMITS, { timeout_minutes: value });
      expect(timeout_minutes).toBe(Math.min(value, DEFAULT_LIMITS.timeout_minutes));
    }),
  );
});
