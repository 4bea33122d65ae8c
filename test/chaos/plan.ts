import { API_FAULTS } from './api-faults.ts';
import { Dice } from './dice.ts';
import { GITHUB_FAULTS } from './github-faults.ts';
import { HOOKS } from './hooks.ts';
import { MACHINES } from './machines.ts';
import { OUTAGES } from './outages.ts';
import { type Step, someSteps } from './steps.ts';

/** When a signal is sent: at the n-th of these. */
export interface SignalPlan {
  readonly signals: readonly NodeJS.Signals[];
  readonly at: 'request' | 'half an answer' | 'step' | 'github' | 'output';
  readonly nth: number;
}

/** All that a run will meet. It follows from its seed alone. */
export interface Plan {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly atOnce: number;
  /** By the number of the request. */
  readonly api: Readonly<Record<number, string>>;
  readonly github: readonly string[];
  readonly hook: string | undefined;
  readonly machine: string;
  readonly signal: SignalPlan | undefined;
  readonly inputs: Readonly<Record<string, string>>;
  /** A server that is away all the time. */
  readonly outage: string | undefined;
}

const SIGNALS: readonly (readonly NodeJS.Signals[])[] = [
  ['SIGINT'],
  ['SIGTERM'],
  ['SIGKILL'],
  ['SIGKILL'],
  ['SIGINT', 'SIGTERM'],
];

export function planOf(seed: number): Plan {
  const dice = new Dice(seed);
  const machine = dice.chance(0.25) ? dice.pick(Object.keys(MACHINES)) : 'plain';
  const steps = someSteps(dice);
  const atOnce = 1 + dice.under(3);
  return {
    seed,
    steps,
    atOnce,
    api: apiPlan(dice, 1 + Math.ceil(steps.length / atOnce)),
    github: dice.chance(0.25) ? [dice.pick(Object.keys(GITHUB_FAULTS))] : [],
    hook: dice.chance(0.15) ? dice.pick(Object.keys(HOOKS)) : undefined,
    machine,
    signal: !MACHINES[machine]?.isHidden && dice.chance(0.25) ? signalPlan(dice) : undefined,
    inputs: {
      ...(dice.chance(0.3) && { fallback_model: 'haiku' }),
      ...(dice.chance(0.08) && { max_turns: String(1 + dice.under(3)) }),
      ...(dice.chance(0.04) && { max_budget_usd: '0.09' }),
    },
    outage: dice.chance(0.03) ? dice.pick(Object.keys(OUTAGES)) : undefined,
  };
}

/** At most three in a run: more of a kind in a row end it, and rightly so. */
function apiPlan(dice: Dice, requests: number): Record<number, string> {
  const names = Object.keys(API_FAULTS);
  const plan: Record<number, string> = {};
  const first = dice.under(requests);
  const isBurst = dice.chance(0.4);
  for (let count = dice.under(4); count > 0; count -= 1) {
    plan[isBurst ? first + count - 1 : dice.under(requests)] = dice.pick(names);
  }
  return plan;
}

function signalPlan(dice: Dice): SignalPlan {
  return {
    signals: dice.pick(SIGNALS),
    at: dice.pick(['request', 'half an answer', 'step', 'github', 'output']),
    nth: 1 + dice.under(5),
  };
}
