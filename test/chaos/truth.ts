import { GITHUB_FAULTS } from './github-faults.ts';
import type { Invariant } from './invariants.ts';
import { MACHINES } from './machines.ts';
import { OUTAGES } from './outages.ts';
import type { Played } from './play.ts';

/** How headlines begin, by the reason that they tell. */
const HEADLINES: Readonly<Record<string, RegExp>> = {
  completed: /^Done in/u,
  no_changes: /^Done in .*nothing to change/u,
  denied: /^Refused: /u,
  max_turns: /^Stopped at the turn limit/u,
  max_budget: /^Stopped at the money limit/u,
  deadline: /^Stopped at the time limit/u,
  refusal: /^The model refused/u,
  api_error: /^The (API|connection|model)/u,
  hook_stopped: /^Stopped by a hook/u,
  cancelled: /^Cancelled/u,
  error: /^Failed: |^The API ended/u,
};

interface Told {
  readonly stopReason: string;
  readonly conclusion: string;
  readonly headline: string;
  readonly errors: readonly string[];
  readonly exitCode: number;
}

/** What the last message of the transcript says; `undefined`: there is none, as no disk could hold it. */
function toldBy({ after }: Played): Told | undefined {
  const last = after.transcript.at(-1);
  if (last?.['type'] !== 'result') return undefined;
  const own = last['unattended'] as Record<string, unknown>;
  return {
    stopReason: String(own['stop_reason']),
    conclusion: String(own['conclusion']),
    headline: String(own['headline']),
    exitCode: Number(own['exit_code']),
    errors: own['errors'] as string[],
  };
}

/** A run says that it is done only when it is, and that it is not only when something kept it. */
export const verdictIsTrue: Invariant = (played) => {
  const told = toldBy(played);
  if (!told) return [];
  const { stopReason, errors } = told;
  const problems: string[] = [];
  const reasons = reasonsFor(played);
  // Trouble of the API that would pass stays one where the money for another try is used up.
  const isPoor = played.plan.inputs['max_budget_usd'] !== undefined && played.met.length > 0;
  if (isPoor && errors[0]?.endsWith('no money to try again (max_budget_usd).'))
    reasons.add('api_error');
  if (!reasons.has(stopReason)) {
    problems.push(`${stopReason} (${errors[0]}), but for what it met: ${[...reasons].join(', ')}`);
  }
  if (errors.some((text) => text.includes('Unattended crashed'))) problems.push(`${errors[0]}`);
  const good = ['completed', 'no_changes'].includes(stopReason);
  if (good && !played.isDone) problems.push(`${stopReason}, but not all was done`);
  if (good !== (told.conclusion === 'success'))
    problems.push(`${stopReason} is ${told.conclusion}`);
  return problems;
};

/** Every reason with which this run may end, for what it met. */
function reasonsFor({ plan, met, sent }: Played): Set<string> {
  const reasons = new Set<string>(met.flatMap(({ ends }) => ends));
  // What ends it can't be survived.
  const isSurvived = met.every(({ ends }) => ends.length === 0 || ends.includes('completed'));
  if (isSurvived) reasons.add('completed').add('no_changes');
  else reasons.delete('completed');
  if (plan.inputs['max_turns'] !== undefined) reasons.add('max_turns');
  if (plan.inputs['max_budget_usd'] !== undefined) reasons.add('max_budget');
  // Whether its patience or its time ends first hangs on the machine.
  if (plan.outage !== undefined) reasons.add('deadline');
  if (sent.length > 0) reasons.add('cancelled');
  if (plan.hook !== undefined) for (const reason of ['denied', 'hook_stopped']) reasons.add(reason);
  if (MACHINES[plan.machine]?.isFull)
    reasons.add('error').add('delivery_failed').add('config_error');
  return reasons;
}

/** Exit code, outputs and transcript show one verdict. */
export const reportsAgree: Invariant = (played) => {
  const told = toldBy(played);
  const { result, plan } = played;
  if (!told) return [];
  const problems: string[] = [];
  const { outputs } = result;
  const { mute } = MACHINES[plan.machine] ?? {};
  const isKilled = result.exitCode === null || mute === 'outputs';
  if (!isKilled && outputs['stop_reason'] !== told.stopReason) {
    problems.push(`outputs say ${outputs['stop_reason']}, the transcript ${told.stopReason}`);
  }
  if (!isKilled && outputs['conclusion'] !== told.conclusion) {
    problems.push(`outputs say ${outputs['conclusion']}, the transcript ${told.conclusion}`);
  }
  if (result.exitCode !== null && result.exitCode !== told.exitCode) {
    problems.push(`it ended with ${result.exitCode}, the transcript says ${told.exitCode}`);
  }
  if (mute === 'summary') return problems;
  const summary = played.after.summary || result.summary;
  if (!summary.includes(told.headline.slice(0, 12))) {
    problems.push(`the summary of ${plan.machine} does not say “${told.headline}”`);
  }
  return problems;
};

/** One comment, final, that says what the transcript says; none only where GitHub took none. */
export const commentIsTrue: Invariant = (played) => {
  const { comments, plan } = played;
  const isAway = OUTAGES[plan.outage ?? '']?.of === 'github';
  const isLasting = isAway || plan.github.some((name) => GITHUB_FAULTS[name]?.lasting);
  if (comments.length === 0 && isLasting) return [];
  const [body = ''] = comments;
  if (comments.length !== 1) return [`there are ${comments.length}`];
  const shown = /^### \S+ (.*)$/mu.exec(body)?.[1] ?? '';
  const told = toldBy(played);
  if (/^### ⏳/mu.test(body)) return [`it says “${shown}” for ever`];
  if (!told) return [];
  const begins = HEADLINES[told.stopReason] ?? /./u;
  return begins.test(shown) ? [] : [`${told.stopReason}, but it says “${shown}”`];
};
