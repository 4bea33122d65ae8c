import { expect, test } from 'vitest';
import { emptyOutcome } from '../../src/agent/run-agent.ts';
import { conclude, type VerdictRules } from '../../src/agent/verdict.ts';
import type { Denial, Outcome } from '../../src/events/outcome.ts';
import { STOP_REASONS, type StopReason } from '../../src/policy/stop-reason.ts';

const rules: VerdictRules = { failOn: undefined, shouldDeliver: false, delivered: false };
const outcome = (stopReason: StopReason, denials = 0): Outcome => ({
  ...emptyOutcome({ stopReason, errors: ['why'] }, 1),
  denials: Array.from({ length: denials }, () => ({}) as Denial),
});

test('by default every reason but three fails', () => {
  const good = STOP_REASONS.filter((reason) => conclude(outcome(reason), rules).exitCode === 0);
  expect(good).toEqual(['completed', 'no_changes', 'skipped']);
  expect(conclude(outcome('skipped'), rules).conclusion).toBe('neutral');
});

test('fail_on names what fails; the rest is neutral, three fail always', () => {
  const failing = STOP_REASONS.filter(
    (reason) =>
      conclude(outcome(reason), { ...rules, failOn: ['max_turns', 'no_changes'] }).conclusion ===
      'failure',
  );
  expect(failing).toEqual(['no_changes', 'max_turns', 'api_error', 'config_error', 'error']);
  expect(conclude(outcome('denied'), { ...rules, failOn: ['max_turns'] }).conclusion).toBe(
    'neutral',
  );
});

test('denials are in the headline, and fail the run when asked to', () => {
  expect(conclude(outcome('completed', 2), rules)).toMatchObject({
    conclusion: 'success',
    headline: 'Done in 0 turns, 2 calls refused',
  });
  expect(conclude(outcome('completed', 1), { ...rules, failOn: ['any_denial'] }).conclusion).toBe(
    'failure',
  );
  expect(conclude(outcome('completed', 0), { ...rules, failOn: ['any_denial'] }).conclusion).toBe(
    'success',
  );
});

test('a run that should deliver, was refused and delivered nothing is denied', () => {
  const should = { ...rules, shouldDeliver: true };
  expect(conclude(outcome('completed', 1), should)).toMatchObject({
    stopReason: 'denied',
    conclusion: 'failure',
  });
  expect(conclude(outcome('completed', 1), { ...should, delivered: true }).stopReason).toBe(
    'completed',
  );
  expect(conclude(outcome('completed', 0), should).stopReason).toBe('completed');
  expect(conclude(outcome('max_turns', 1), should).stopReason).toBe('max_turns');
});

test('every headline is one line', () => {
  for (const reason of STOP_REASONS) {
    const { headline } = conclude({ ...outcome(reason), errors: ['first\nsecond'] }, rules);
    expect(headline).not.toMatch(/\n|second/);
    expect(headline.length).toBeGreaterThan(5);
  }
});
