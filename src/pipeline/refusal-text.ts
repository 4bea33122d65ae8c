import type { Decision } from '../permission/decision.ts';

/**
 * What the model reads when a call was refused: why, by which rule and where it stands, what to do
 * instead, and that asking again is of no use.
 */
export function refusalText(decision: Decision): string {
  const { step } = decision.decided_by;
  if (step === 'pool' || step === 'schema' || step === 'validate') return decision.reason;
  return [
    `Denied: ${decision.reason}`,
    decidedBy(decision),
    decision.behavior === 'stop' ? 'The policy ends the run here.' : insteadOf(decision),
    "Don't retry this call unchanged: the answer would be the same.",
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function decidedBy({ decided_by: { step, rule, file, line, hook } }: Decision): string {
  const place = line === undefined ? file : `${file}:${line}`;
  if (step === 'hook') {
    return hook ? `Decided by the hook “${hook}”${file === undefined ? '' : ` in ${place}`}.` : '';
  }
  const name = rule === undefined || step === 'default' ? '' : ` “${rule}”`;
  return `Decided by ${STEP[step] ?? step}${name}${file === undefined ? '' : ` in ${place}`}.`;
}

const STEP: Partial<Readonly<Record<Decision['decided_by']['step'], string>>> = {
  deny_rule: 'the deny rule',
  ask_rule: 'the ask rule',
  tool: "the tool's own check",
  ask_policy: "the policy's answer",
  default: "the policy's default",
};

function insteadOf(decision: Decision): string {
  const { asked_because } = decision;
  if (asked_because === 'protected_path')
    return 'Instead: leave that file as it is and describe the change you would make in your final answer.';
  if (asked_because === 'outside_workspace') return 'Instead: use paths inside the workspace.';
  if (asked_because === 'unparseable')
    return 'Instead: write it more plainly, one simple command a call.';
  return 'Instead: reach the goal with calls that are allowed; if there is no other way, say in your final answer what you could not do.';
}
