import { isDeepStrictEqual } from 'node:util';
import { oneLine } from '../base/text.ts';
import type { Denial } from '../events/outcome.ts';
import type { Decision, DecisionStep } from '../permission/decision.ts';
import type { OpenCall } from './open-call.ts';

/** Steps at which nothing was judged: such a call was not denied, it was no call that could be. */
const BEFORE_JUDGEMENT: ReadonlySet<DecisionStep> = new Set(['pool', 'schema', 'validate']);

/** Records what was decided about a call: exactly once, and before anything of it runs. */
export function recordDecision(call: OpenCall, decision: Decision): void {
  if (call.decision) return;
  call.decision = decision;
  call.slot.decided();
  const { governance, toolUse } = call;
  const changed = !isDeepStrictEqual(toolUse.input, call.input);
  governance.emit({
    type: 'permission_decision',
    at: governance.now(),
    call: {
      toolUseId: toolUse.id,
      toolName: nameOf(call),
      toolInput: toolUse.input,
      ...(changed ? { updatedInput: call.input } : {}),
      summary: summaryOf(call),
      durationMs: performance.now() - call.started,
    },
    decision,
  });
  if (decision.behavior !== 'allow' && !BEFORE_JUDGEMENT.has(decision.decided_by.step)) {
    countDenial(call, decision);
  }
}

export function nameOf(call: OpenCall): string {
  return call.tool?.name ?? oneLine(call.toolUse.name, 120);
}

/** The call in one line; the tool's name alone where its input can't be shown. */
export function summaryOf(call: OpenCall, output?: unknown): string {
  if (!call.tool || call.input === call.toolUse.input) return nameOf(call);
  try {
    return oneLine(shortened(call.tool.rendering.summary(call.input, output), call), 300);
  } catch {
    return nameOf(call);
  }
}

function countDenial(call: OpenCall, decision: Decision): void {
  const { governance, toolUse } = call;
  call.denial = toDenial(call, decision);
  const times = governance.denials.add(nameOf(call), toolUse.input);
  if (decision.behavior === 'stop') {
    call.endRun ??= { stopReason: 'policy_stop', reason: decision.reason };
  } else if (times >= governance.repeatedDenials) {
    const reason = `The same call was denied ${times} times: ${summaryOf(call)}. ${decision.reason}`;
    call.endRun ??= { stopReason: 'denied', reason };
  }
}

function toDenial(call: OpenCall, decision: Decision): Denial {
  const { step, rule, hook, file, line } = decision.decided_by;
  return {
    toolUseId: call.toolUse.id,
    toolName: nameOf(call),
    toolInput: call.toolUse.input,
    summary: summaryOf(call),
    step,
    rule: rule ?? hook,
    file,
    line,
    reason: decision.reason,
    suggestion: decision.suggestion,
  };
}

/** Paths below the folder that the agent works in, as its reader would write them. */
function shortened(text: string, { context }: OpenCall): string {
  const { directory, root } = context.workspace;
  return text.replaceAll(`${directory}/`, '').replaceAll(`${root}/`, '');
}
