import type { HookEvent } from '../policy/hooks/hook-events.ts';
import type { CallToMatch } from './if-rule.ts';

/** Something that happened, as hooks are told of it. */
export interface HookOccasion {
  readonly event: HookEvent;
  /** Where the agent stands. */
  readonly cwd: string;
  /** The event's own part of the input; keys that are `undefined` are left out. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The call that it is about, for the records. */
  readonly tool?: { readonly useId: string; readonly name: string } | undefined;
  /** What `if` rules are held against; absent: a hook with one does not run. */
  readonly call?: (() => Promise<CallToMatch>) | undefined;
  /** Variables that commands get on top. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Ends the hooks, and all they started. */
  readonly signal: AbortSignal;
}
