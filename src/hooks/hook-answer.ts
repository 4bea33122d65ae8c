/** How the process of a hook ended. */
export interface EndedHook {
  /** `undefined`: it was killed, or never ran. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** What went wrong beyond an exit code (time-out, signal, no start); `undefined`: it ended by itself. */
  readonly problem: string | undefined;
  readonly durationMs: number;
}

/** What one hook says about a call. */
export interface HookAnswer {
  readonly decision: 'deny' | 'defer' | 'ask' | 'allow' | 'none';
  readonly reason: string | undefined;
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined;
  readonly additionalContext: string | undefined;
  /** `continue: false`: the run ends, with this reason. */
  readonly stop: string | undefined;
  /** Why it could not be understood; the decision is then what `onFailure` makes of it. */
  readonly failure: string | undefined;
}

export const NO_ANSWER: HookAnswer = {
  decision: 'none',
  reason: undefined,
  updatedInput: undefined,
  additionalContext: undefined,
  stop: undefined,
  failure: undefined,
};

/** Whether it is a “no” by itself: that counts however the hook ended. */
export function isBlocking(answer: HookAnswer): boolean {
  return answer.stop !== undefined || answer.decision === 'deny' || answer.decision === 'defer';
}
