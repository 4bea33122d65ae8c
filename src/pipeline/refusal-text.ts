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

function decidedBy({ decided_by, asked_because }: Decision): string {
  const { step, rule, file, line, hook } = decided_by;
  const where = file === undefined ? '' : ` in ${file}${line === undefined ? '' : `:${line}`}`;
  const because = asked_because ? ` It was asked about: ${ASKED[asked_because]}.` : '';
  if (step === 'hook') return hook ? `Decided by the hook “${hook}”.` : '';
  if (rule !== undefined) return `Decided by ${STEP[step] ?? step} “${rule}”${where}.${because}`;
  return `Decided by ${STEP[step] ?? step}${where}.${because}`;
}

const STEP: Partial<Readonly<Record<Decision['decided_by']['step'], string>>> = {
  deny_rule: 'the deny rule',
  ask_rule: 'the ask rule',
  tool: "the tool's own check",
  ask_policy: "the policy's answer",
  default: "the policy's default",
};

const ASKED: Readonly<Record<NonNullable<Decision['asked_because']>, string>> = {
  protected_path: 'it touches a protected path',
  outside_workspace: 'it reaches outside the workspace',
  unparseable: 'it could not be understood',
  ask_rule: 'an ask rule names it',
  tool: 'the tool wants it confirmed',
  hook: 'a hook wants it confirmed',
  no_rule: 'no rule allows it',
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
