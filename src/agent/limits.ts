import type { Limits } from '../policy/policy.ts';
import type { Ledger } from './ledger.ts';
import type { Ending } from './session.ts';

/** The limit that forbids another request; `undefined` while there is room. Time is the signal's. */
export function limitReached(
  limits: Pick<Limits, 'max_turns' | 'max_budget_usd'>,
  ledger: Pick<Ledger, 'turns' | 'costUsd'>,
): Ending | undefined {
  if (ledger.turns >= limits.max_turns) {
    return {
      stopReason: 'max_turns',
      errors: [`The turn limit is reached: ${limits.max_turns}. Raise max_turns to let it go on.`],
    };
  }
  if (ledger.costUsd >= limits.max_budget_usd) {
    return {
      stopReason: 'max_budget',
      errors: [
        `The money limit is reached: $${ledger.costUsd.toFixed(2)} of $${limits.max_budget_usd} spent. Raise max_budget_usd to let it go on.`,
      ],
    };
  }
  return undefined;
}
