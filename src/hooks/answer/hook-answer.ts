import type { ElicitedValues } from './specific-output.ts';

/** How a hook ended. */
export interface EndedHook {
  /** `undefined`: it was killed, or never ran. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** What went wrong beyond an exit code (time-out, signal, no start); `undefined`: it ended by itself. */
  readonly problem: string | undefined;
  readonly durationMs: number;
}

/** What one hook says, whatever the event. What an event has no use for is absent. */
export interface HookAnswer {
  /** On a call. `none`: it leaves the decision to others. */
  readonly decision: 'deny' | 'defer' | 'ask' | 'allow' | 'none';
  /** Exit code 2, or `decision: "block"` on an event that is not about permission: the reason. */
  readonly block: string | undefined;
  readonly reason: string | undefined;
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined;
  /** PostToolUse: stands in for the tool's output. Wrapped, as it may be any value. */
  readonly updatedOutput: { readonly value: unknown } | undefined;
  readonly additionalContext: string | undefined;
  /** SessionStart: goes before the task. */
  readonly initialUserMessage: string | undefined;
  /** UserPromptExpansion: the command as it was written is not shown beside what it stands for. */
  readonly suppressPrompt: boolean;
  /** PermissionRequest: the denial ends the run. */
  readonly interrupt: boolean;
  /** PermissionDenied: the model may try again. */
  readonly retry: boolean;
  /** Elicitation and its result: what the server is to get. */
  readonly elicited:
    | {
        readonly action: 'accept' | 'decline' | 'cancel';
        readonly content: ElicitedValues | undefined;
      }
    | undefined;
  /** For people. */
  readonly systemMessage: string | undefined;
  /** `continue: false`: the run ends, with this reason. */
  readonly stop: string | undefined;
  /** Why it could not be understood; the rest is then what `onFailure` makes of it. */
  readonly failure: string | undefined;
}

export const NO_ANSWER: HookAnswer = {
  decision: 'none',
  block: undefined,
  reason: undefined,
  updatedInput: undefined,
  updatedOutput: undefined,
  additionalContext: undefined,
  initialUserMessage: undefined,
  suppressPrompt: false,
  interrupt: false,
  retry: false,
  elicited: undefined,
  systemMessage: undefined,
  stop: undefined,
  failure: undefined,
};

/** Whether it is a “no” by itself: that counts however the hook ended. */
export function isBlocking(answer: HookAnswer): boolean {
  return (
    answer.stop !== undefined ||
    answer.block !== undefined ||
    (answer.elicited !== undefined && answer.elicited.action !== 'accept') ||
    answer.decision === 'deny' ||
    answer.decision === 'defer'
  );
}
