import type { Decision } from '../permission/decision.ts';
import { CallRefused, orCancelled, refuse } from './call-ended.ts';
import { type Judged, judge } from './judge.ts';
import { notifyUnanswered } from './notify-unanswered.ts';
import type { OpenCall } from './open-call.ts';
import { askPermissionHooks } from './permission-request.ts';
import { changedInput } from './pre-tool-use.ts';
import { recordDecision } from './record-decision.ts';
import { speculate } from './speculation.ts';

/** A call that may run, and by which decision. */
export interface Settled extends Judged {
  readonly decision: Decision;
}

/**
 * Makes a decision of a verdict and records it. What the rules leave open is answered by the
 * policy, in call order, for some answers are good for so many times only. An agent that only reads
 * is refused all that is not proven to read.
 * @throws CallRefused when the call may not run.
 */
export async function settle(call: OpenCall, judged: Judged): Promise<Settled> {
  if (judged.verdict.behavior !== 'deny') requireReading(call, judged);
  const settled = await settledBy(call, judged);
  if (settled.decision.behavior !== 'allow') throw new CallRefused(settled.decision);
  // Hooks may have changed the input since.
  requireReading(call, settled);
  recordDecision(call, settled.decision);
  requireRecord(call);
  return settled;
}

function requireReading(call: OpenCall, { facts }: Judged): void {
  if (!call.governance.readOnlyAgent || facts.readOnly) return;
  throw refuse(
    call,
    'tool',
    'This agent only reads, and the call is not proven to change nothing.',
  );
}

/** What is not on record did not have to pass: without one nothing runs any more. */
function requireRecord(call: OpenCall): void {
  const failure = call.governance.recordFailure();
  if (failure === undefined) return;
  const reason = `The transcript can't be written (${failure.message}), and nothing runs without a record. Free space in RUNNER_TEMP.`;
  call.endRun ??= { stopReason: 'error', reason };
  throw refuse(call, 'tool', reason);
}

async function settledBy(call: OpenCall, judged: Judged): Promise<Settled> {
  const { verdict, facts } = judged;
  if (verdict.behavior !== 'ask') return { ...judged, decision: plainDecision(judged) };
  await orCancelled(call, call.slot.turn());
  const answered = call.governance.answer(verdict, facts);
  if (answered.decided_by.step !== 'default') return { ...judged, decision: answered };
  const asked = await askPermissionHooks(call, judged, verdict);
  if (asked === undefined) {
    await notifyUnanswered(call, judged);
    return { ...judged, decision: answered };
  }
  if (asked.updatedInput === undefined) return { ...judged, decision: asked.decision };
  return withChange(call, judged, asked.updatedInput, asked.decision);
}

/** What hooks changed is judged anew: their “yes” holds for no more than it did for the first input. */
async function withChange(
  call: OpenCall,
  judged: Judged,
  change: Readonly<Record<string, unknown>>,
  decision: Decision,
): Promise<Settled> {
  const { tool, facts } = judged;
  const input = await changedInput(call, tool, { ...Object(judged.input), ...change });
  const opinion = { decision: 'allow' as const, reason: decision.reason, hook: facts.hook?.hook };
  const again = await judge(call, tool, input, opinion, speculate(call, tool, input));
  const isOpen = again.verdict.behavior === 'ask' && again.verdict.because === 'ask_rule';
  if (again.verdict.behavior === 'allow' || isOpen) return { ...again, decision };
  if (again.verdict.behavior === 'ask') {
    return { ...again, decision: call.governance.answer(again.verdict, again.facts) };
  }
  return { ...again, decision: plainDecision(again) };
}

function plainDecision({ verdict, facts }: Judged): Decision {
  return {
    behavior: verdict.behavior === 'allow' ? 'allow' : 'deny',
    asked: false,
    decided_by: verdict.by,
    reason: verdict.reason,
    ...(verdict.suggestion === undefined ? {} : { suggestion: verdict.suggestion }),
    effects: facts.effects,
  };
}
