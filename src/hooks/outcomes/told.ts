import type { AnsweredHook } from '../hook.ts';

/** What hooks say of something that happened. */
export interface ToldOutcome {
  /** For the model, in configuration order: contexts. */
  readonly contexts: readonly string[];
  /** Why hooks object: exit code 2, or `decision: "block"`. */
  readonly blocks: readonly string[];
  /** The last one configured that gives one. */
  readonly updatedOutput: { readonly value: unknown } | undefined;
  readonly initialUserMessage: string | undefined;
  readonly suppressPrompt: boolean;
  readonly retry: boolean;
  /** The run ends, with this reason. */
  readonly stop: string | undefined;
}

export function toldOutcome(answered: readonly AnsweredHook[]): ToldOutcome {
  const answers = answered.map(({ answer }) => answer);
  return {
    contexts: answers.flatMap(({ additionalContext }) => additionalContext ?? []),
    blocks: answers.flatMap(({ block }) => block ?? []),
    updatedOutput: answers.findLast(({ updatedOutput }) => updatedOutput)?.updatedOutput,
    initialUserMessage: answers.findLast((answer) => answer.initialUserMessage)?.initialUserMessage,
    suppressPrompt: answers.some(({ suppressPrompt }) => suppressPrompt),
    retry: answers.some(({ retry }) => retry),
    stop: answers.find(({ stop }) => stop !== undefined)?.stop,
  };
}
