import type { Decision, Verdict } from '../permission/decision.ts';
import { CallRefused, orCancelled, refuse } from './call-ended.ts';
import type { CallFacts } from './call-facts.ts';
import type { Judged } from './judge.ts';
import type { OpenCall } from './open-call.ts';
import { recordDecision } from './record-decision.ts';

/**
 * Makes a decision of a verdict and records it. What the rules leave open is answered by the
 * policy, in call order, for some answers are good for so many times only. An agent that only reads
 * is refused all that is not proven to read.
 * @throws CallRefused when the call may not run.
 */
export async function settle(call: OpenCall, { verdict, facts }: Judged): Promise<Decision> {
  const { governance } = call;
  if (governance.readOnlyAgent && verdict.behavior !== 'deny' && !facts.readOnly) {
    throw refuse(
      call,
      'tool',
      'This agent only reads, and the call is not proven to change nothing.',
    );
  }
  const decision = await decisionOf(call, verdict, facts);
  if (decision.behavior !== 'allow') throw new CallRefused(decision);
  recordDecision(call, decision);
  requireRecord(call);
  return decision;
}

/** What is not on record did not have to pass: without one nothing runs any more. */
function requireRecord(call: OpenCall): void {
  const failure = call.governance.recordFailure();
  if (failure === undefined) return;
  const reason = `The transcript can't be written (${failure.message}), and nothing runs without a record. Free space in RUNNER_TEMP.`;
  call.endRun ??= { stopReason: 'error', reason };
  throw refuse(call, 'tool', reason);
}

async function decisionOf(call: OpenCall, verdict: Verdict, facts: CallFacts): Promise<Decision> {
  if (verdict.behavior === 'ask') {
    await orCancelled(call, call.slot.turn());
    return call.governance.answer(verdict, facts);
  }
  return {
    behavior: verdict.behavior,
    asked: false,
    decided_by: verdict.by,
    reason: verdict.reason,
    ...(verdict.suggestion === undefined ? {} : { suggestion: verdict.suggestion }),
    effects: facts.effects,
  };
}
