import type { HookAnswer } from '../answer/hook-answer.ts';
import type { AnsweredHook } from '../hook.ts';

/** What hooks say that a server which asks the user gets. */
export interface ElicitationOutcome {
  /** `undefined`: they leave it to others. */
  readonly elicited: HookAnswer['elicited'];
  /** The run ends, with this reason. */
  readonly stop: string | undefined;
}

const STRICTNESS = ['decline', 'cancel', 'accept'] as const;

/** One “no” is enough, in whatever form; among equals the first in configuration order. */
export function elicitationOutcome(answered: readonly AnsweredHook[]): ElicitationOutcome {
  const answers = answered.map(({ answer }) => answer);
  const stop = answers.find((answer) => answer.stop !== undefined)?.stop;
  const isBlocked = answers.some(
    ({ block, decision }) => block !== undefined || decision === 'deny',
  );
  if (stop !== undefined || isBlocked) {
    return { elicited: { action: 'decline', content: undefined }, stop };
  }
  const said = answers.flatMap(({ elicited }) => elicited ?? []);
  const strictest = STRICTNESS.find((action) => said.some((one) => one.action === action));
  return { elicited: said.find(({ action }) => action === strictest), stop };
}
