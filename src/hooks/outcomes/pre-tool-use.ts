import type { RuleSource } from '../../permission/rule.ts';
import type { HookAnswer } from '../answer/hook-answer.ts';
import { type AnsweredHook, hookText, namedHook } from '../hook.ts';

/** What all matching PreToolUse hooks say together: deny > ask > allow > none. */
export interface PreToolUseOutcome {
  readonly decision: 'deny' | 'ask' | 'allow' | 'none';
  readonly reason: string | undefined;
  /** The hook that decided, in a few words. */
  readonly hook: string | undefined;
  /** Where that hook stands. */
  readonly source?: RuleSource | undefined;
  /** Merged key by key over the input, in configuration order; `undefined`: unchanged. */
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined;
  /** Whose change that is, in words; absent: nobody's. */
  readonly updatedBy?: string | undefined;
  readonly additionalContext: readonly string[];
  /** A hook said `continue: false`: the run ends with this reason (`hook_stopped`). */
  readonly stop: string | undefined;
}

export const NO_OUTCOME: PreToolUseOutcome = {
  decision: 'none',
  reason: undefined,
  hook: undefined,
  updatedInput: undefined,
  additionalContext: [],
  stop: undefined,
};

/** Strictest first. `defer` needs somebody who comes back to it later: nobody does, so it denies. */
const PRECEDENCE = ['deny', 'defer', 'ask', 'allow'] as const;

/**
 * Puts the answers of all hooks that matched into one. The strictest decision wins; among equals the
 * first in configuration order. Changes to the input merge key by key in that order, so that the
 * last one configured wins whichever process ended first.
 */
export function mergeAnswers(answered: readonly AnsweredHook[]): PreToolUseOutcome {
  if (answered.length === 0) return NO_OUTCOME;
  const strictest = PRECEDENCE.find((decision) =>
    answered.some(({ answer }) => answer.decision === decision),
  );
  const decider = answered.find(({ answer }) => answer.decision === strictest);
  const stopper = answered.find(({ answer }) => answer.stop !== undefined);
  const by = stopper ?? decider;
  const changers = answered.filter(({ answer }) => answer.updatedInput !== undefined);
  return {
    decision: strictest === 'defer' ? 'deny' : (strictest ?? 'none'),
    reason: by && (by.answer.reason ?? by.answer.stop ?? defaultReason(by.answer)),
    hook: by && hookText(by.hook),
    source: by?.hook.source,
    updatedInput:
      changers.length > 0
        ? Object.assign({}, ...changers.map(({ answer }) => answer.updatedInput))
        : undefined,
    updatedBy:
      changers.length > 0 ? changers.map(({ hook }) => namedHook(hook)).join(' and ') : undefined,
    additionalContext: answered.flatMap(({ answer }) => answer.additionalContext ?? []),
    stop: stopper?.answer.stop,
  };
}

function defaultReason(answer: HookAnswer): string {
  if (answer.decision === 'defer')
    return 'The hook wants it decided later, and nobody can do that.';
  if (answer.decision === 'ask') return 'The hook wants this call to be asked about.';
  if (answer.decision === 'allow') return 'The hook allows it.';
  return 'The hook refused without giving a reason.';
}
