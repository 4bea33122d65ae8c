import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Verdict } from '../../src/permission/decision.ts';
import { type Rated, tighten } from '../../src/pipeline/classifier.ts';
import { runToolCall } from '../../src/pipeline/run-tool-call.ts';
import { readingTool, use, workbench } from './workbench.ts';

const STRICTNESS = ['allow', 'ask', 'deny'] as const;

test('a rating never loosens a verdict', () => {
  const by = fc.constantFrom('allow_rule', 'read_only', 'hook', 'deny_rule').map((step) => ({
    step,
  }));
  const verdict: fc.Arbitrary<Verdict> = fc.oneof(
    fc.record({ behavior: fc.constantFrom('allow', 'deny'), by, reason: fc.constant('') }),
    by.map((one): Verdict => ({ behavior: 'ask', because: 'tool', by: one, reason: '' })),
  );
  const rated = fc.constantFrom<Rated>(
    'read',
    'write',
    'network',
    'dangerous',
    'failed',
    undefined,
  );
  fc.assert(
    fc.property(verdict, rated, (before, rating) => {
      const after = tighten(before, rating);
      expect(STRICTNESS.indexOf(after.behavior)).toBeGreaterThanOrEqual(
        STRICTNESS.indexOf(before.behavior),
      );
    }),
  );
});

const cases = [
  ['read', 'allow', ['read']],
  ['network', 'deny', ['read', 'network']],
  ['dangerous', 'deny', ['read', 'destructive']],
] as const;

test.each(cases)(
  'a call that passes as read-only and is rated %s: %s',
  async (rating, behavior, effects) => {
    const bench = workbench([readingTool({ toAutoClassifierInput: ({ text }) => text })], {
      decide: () => ({ behavior: 'allow', by: { step: 'read_only' }, reason: '' }),
      classifier: async () => rating,
    });
    const { decision } = await runToolCall(
      use('Look', { text: 'x' }),
      bench.governance,
      bench.context,
    );
    expect(decision).toMatchObject({ behavior, effects });
  },
);

test('no rating where one was to be had is no “read”; a tool without a text has no opinion', async () => {
  const changes: Parameters<typeof workbench>[1] = {
    decide: () => ({ behavior: 'allow', by: { step: 'read_only' }, reason: '' }),
    classifier: () => Promise.reject(new Error('down')),
  };
  const rated = workbench([readingTool({ toAutoClassifierInput: ({ text }) => text })], changes);
  const silent = workbench([readingTool()], changes);
  const call = use('Look', { text: 'x' });
  const [one, other] = [
    await runToolCall(call, rated.governance, rated.context),
    await runToolCall(call, silent.governance, silent.context),
  ];
  expect(one.decision.behavior).toBe('deny');
  expect(other.decision.behavior).toBe('allow');
});
