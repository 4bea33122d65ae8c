import { countOf } from '../base/text.ts';
import type { Conclusion, Outcome, Verdict } from '../events/outcome.ts';
import type { FailOn } from '../policy/policy.ts';
import type { StopReason } from '../policy/stop-reason.ts';

/** What the verdict depends on beside the outcome. */
export interface VerdictRules {
  /** `undefined`: every reason but `completed`, `no_changes` and `skipped` fails. */
  readonly failOn: readonly FailOn[] | undefined;
  /** The run was to deliver something (a structured answer, a commit) … */
  readonly shouldDeliver: boolean;
  /** … and did. */
  readonly delivered: boolean;
}

const ALWAYS_FAILURE: readonly StopReason[] = ['config_error', 'error', 'api_error'];
const GOOD: readonly StopReason[] = ['completed', 'no_changes'];

/** The one place that says whether a run was a success. Everything else shows what it says. */
export function conclude(outcome: Outcome, rules: VerdictRules): Verdict {
  const stopReason = finalReason(outcome, rules);
  const conclusion = conclusionOf(stopReason, outcome, rules);
  return {
    conclusion,
    stopReason,
    headline: headline(stopReason, conclusion, outcome),
    exitCode: conclusion === 'failure' ? 1 : 0,
  };
}

/** A run that was refused what it needed and delivered nothing has not completed, whatever the agent says. */
function finalReason(outcome: Outcome, rules: VerdictRules): StopReason {
  const nothing = rules.shouldDeliver && !rules.delivered;
  const refused = outcome.denials.length > 0 && nothing && GOOD.includes(outcome.stopReason);
  return refused ? 'denied' : outcome.stopReason;
}

function conclusionOf(reason: StopReason, outcome: Outcome, { failOn }: VerdictRules): Conclusion {
  if (ALWAYS_FAILURE.includes(reason)) return 'failure';
  if (failOn?.includes('any_denial') && outcome.denials.length > 0) return 'failure';
  if (failOn?.includes(reason)) return 'failure';
  if (GOOD.includes(reason)) return 'success';
  if (reason === 'skipped' || failOn) return 'neutral';
  return 'failure';
}

function headline(reason: StopReason, conclusion: Conclusion, outcome: Outcome): string {
  const denials = outcome.denials.length;
  const refused = denials > 0 ? `, ${countOf(denials, 'call')} refused` : '';
  // What earlier runs did is in none of its reports but where the sums are.
  const turns = countOf((outcome.own ?? outcome).numTurns, 'turn');
  const first = firstLine(outcome.errors[0]);
  switch (reason) {
    case 'completed':
      return `Done in ${turns}${refused}${conclusion === 'failure' ? ' (fail_on makes that a failure)' : ''}`;
    case 'no_changes':
      return `Done in ${turns}, nothing to change${refused}`;
    case 'denied':
      return `Refused: ${first || `${countOf(denials, 'call')} denied, nothing delivered`}`;
    case 'max_turns':
    case 'max_budget':
    case 'deadline':
      return `Stopped at the ${LIMITS[reason]} limit: ${first || reason}${refused}`;
    case 'config_error':
      return `${(outcome.own ?? outcome).numTurns === 0 ? 'Not started' : 'Stopped'}: ${first || 'no reason was recorded'}`;
    case 'refusal':
    case 'api_error':
    case 'policy_stop':
    case 'hook_stopped':
    case 'delivery_failed':
    case 'error':
    case 'cancelled':
    case 'skipped':
      return labelled(LABELS[reason], first);
  }
}

/** What the API or the model said mostly begins with who it was. */
function labelled(label: string, first: string): string {
  if (/^The (API|model) /.test(first)) return first;
  return `${label}: ${first || 'no reason was recorded'}`;
}

const LIMITS = { max_turns: 'turn', max_budget: 'money', deadline: 'time' } as const;

const LABELS = {
  refusal: 'The model refused',
  api_error: 'The API failed',
  policy_stop: 'Stopped by the policy',
  hook_stopped: 'Stopped by a hook',
  delivery_failed: 'Delivery failed',
  error: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
} as const;

function firstLine(text: string | undefined): string {
  return text?.split('\n')[0]?.trim() ?? '';
}
