import { type CommandHook, type HookRun, namedHook, type PreToolUseOutcome } from './hook.ts';
import type { HookAnswer } from './hook-answer.ts';

/** One hook's part in an outcome. */
export interface AnsweredHook {
  readonly hook: CommandHook;
  readonly answer: HookAnswer;
  readonly run: HookRun;
}

/** The longest text that one hook may put before the model, characters. */
const LONGEST_TEXT = 10_000;

/** Strictest first. `defer` needs somebody who comes back to it later: nobody does, so it denies. */
const PRECEDENCE = ['deny', 'defer', 'ask', 'allow'] as const;

/**
 * Puts the answers of all hooks that matched into one. The strictest decision wins; among equals the
 * first in configuration order. Changes to the input merge key by key in that order, so that the
 * last one configured wins whichever process ended first.
 */
export function mergeAnswers(answered: readonly AnsweredHook[]): PreToolUseOutcome {
  const strictest = PRECEDENCE.find((decision) =>
    answered.some(({ answer }) => answer.decision === decision),
  );
  const decider = answered.find(({ answer }) => answer.decision === strictest);
  const stopper = answered.find(({ answer }) => answer.stop !== undefined);
  const by = stopper ?? decider;
  const changers = answered.filter(({ answer }) => answer.updatedInput !== undefined);
  return {
    decision: strictest === 'defer' ? 'deny' : (strictest ?? 'none'),
    reason: by && cap(by.answer.reason ?? by.answer.stop ?? defaultReason(by.answer)),
    hook: by?.hook.command,
    source: by?.hook.source,
    updatedInput:
      changers.length > 0
        ? Object.assign({}, ...changers.map(({ answer }) => answer.updatedInput))
        : undefined,
    updatedBy:
      changers.length > 0 ? changers.map(({ hook }) => namedHook(hook)).join(' and ') : undefined,
    additionalContext: answered.flatMap(({ answer }) =>
      answer.additionalContext === undefined ? [] : [cap(answer.additionalContext)],
    ),
    stop: stopper && cap(stopper.answer.stop ?? ''),
    runs: answered.map(({ run }) => run),
  };
}

function defaultReason(answer: HookAnswer): string {
  if (answer.decision === 'defer')
    return 'The hook wants it decided later, and nobody can do that.';
  if (answer.decision === 'ask') return 'The hook wants this call to be asked about.';
  if (answer.decision === 'allow') return 'The hook allows it.';
  return 'The hook refused without giving a reason.';
}

function cap(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const note = `\n[cut: ${text.length} characters, the limit is ${LONGEST_TEXT}]`;
  return text.slice(0, LONGEST_TEXT - note.length) + note;
}
