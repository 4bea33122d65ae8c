import { oneLine } from '../base/text.ts';

/** One configured hook handler. Only `command` is known so far. */
export interface CommandHook {
  readonly type: 'command';
  readonly command: string;
  /** Seconds. */
  readonly timeout: number;
  /** What a hook that can't start, times out, crashes or answers nonsense means: `block` denies the call. */
  readonly onFailure: 'block' | 'continue';
  /** Where the policy says so; absent where nobody knows. */
  readonly source?: HookSource | undefined;
}

interface HookSource {
  readonly file: string;
  readonly line: number;
}

/** How sentences name a hook: `the hook “sh guard.sh” (ci/policy.yml:12)`. */
export function namedHook({ command, source }: CommandHook): string {
  const shown = oneLine(command, 120);
  return `the hook “${shown}”${source === undefined ? '' : ` (${source.file}:${source.line})`}`;
}

interface HookMatcher {
  /** Tool names or a regular expression, as in Claude Code; `''` and `*` match all. */
  readonly matcher: string;
  readonly hooks: readonly CommandHook[];
}

export interface HookConfiguration {
  readonly PreToolUse: readonly HookMatcher[];
}

/** What all matching PreToolUse hooks say together: deny > ask > allow > none. */
export interface PreToolUseOutcome {
  readonly decision: 'deny' | 'ask' | 'allow' | 'none';
  readonly reason: string | undefined;
  /** The command of the hook that decided. */
  readonly hook: string | undefined;
  /** Where that hook stands. */
  readonly source?: HookSource | undefined;
  /** Merged key by key over the input, in configuration order; `undefined`: unchanged. */
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined;
  /** Whose change that is, in words; absent: nobody's. */
  readonly updatedBy?: string | undefined;
  readonly additionalContext: readonly string[];
  /** A hook said `continue: false`: the run ends with this reason (`hook_stopped`). */
  readonly stop: string | undefined;
  readonly runs: readonly HookRun[];
}

/** One run of a hook, for the transcript (`system/hook_response`). */
export interface HookRun {
  readonly hookId: string;
  readonly hookName: string;
  readonly hookEvent: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  readonly outcome: 'success' | 'error' | 'cancelled';
  readonly durationMs: number;
  /** The hook that ran, in words, where it changed the input to another. */
  readonly changedInput?: string | undefined;
}
