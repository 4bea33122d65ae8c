import type { HookEvent } from '../../policy/hooks/hook-events.ts';
import type { EndedHook } from '../answer/hook-answer.ts';
import type { HookPlace } from './hook-place.ts';

/** What a handler gets for one run. */
export interface HandlerRun {
  readonly event: HookEvent;
  readonly place: HookPlace;
  /** Of a command: the place's, and what the event adds. */
  readonly environment: Readonly<Record<string, string>>;
  readonly input: Readonly<Record<string, unknown>>;
  /** The input as one line of JSON. */
  readonly stdin: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Takes a hook that goes on in the background; absent: the event has to have its answer. */
  readonly leaveBehind?: ((rest: Promise<EndedHook>) => void) | undefined;
}
