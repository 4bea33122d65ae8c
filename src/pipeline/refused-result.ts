import { messageOf } from '../base/errors.ts';
import type { Decision } from '../permission/decision.ts';
import { bareResult, notJudged } from './bare-result.ts';
import { CallCancelled, CallRefused } from './call-ended.ts';
import type { CallResult } from './call-result.ts';
import { withNotes } from './notes.ts';
import type { OpenCall } from './open-call.ts';
import { nameOf, recordDecision } from './record-decision.ts';
import { redactSafely } from './redact-safely.ts';
import { refusalText } from './refusal-text.ts';

/** The one result of a call that a step ended: refused, cancelled, or broken by a fault of ours. */
export function refusedResult(call: OpenCall, thrown: unknown): CallResult {
  const text = recordRefusal(call, thrown);
  const bare = bareResult(
    { id: call.toolUse.id, name: nameOf(call), input: call.input },
    text,
    call.decision ?? notJudged(text, call.effects),
  );
  return {
    ...bare,
    block: withNotes(call, bare.block),
    denial: call.denial,
    endRun: call.endRun,
  };
}

/** Records the decision where none was made yet, and gives the text for the model. */
export function recordRefusal(call: OpenCall, thrown: unknown): string {
  const { decision, text } = explain(call, thrown);
  recordDecision(call, decision);
  return redactSafely(call.governance, text);
}

function explain(call: OpenCall, thrown: unknown): { decision: Decision; text: string } {
  if (thrown instanceof CallRefused) {
    return { decision: thrown.decision, text: refusalText(thrown.decision) };
  }
  const message = messageOf(thrown);
  if (thrown instanceof CallCancelled) {
    const text = `Cancelled, not run: ${message}`;
    return { decision: notJudged(text, call.effects), text };
  }
  const text = call.began
    ? `The call was run, but its result can't be shown: ${message}`
    : `The call was not run, because judging it failed: ${message}`;
  call.governance.emit({
    type: 'notice',
    at: call.governance.now(),
    level: 'warning',
    text: `${nameOf(call)}: ${text}`,
  });
  return { decision: notJudged(text, call.effects), text };
}
