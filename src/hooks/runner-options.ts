import type { Workspace } from '../base/workspace.ts';
import type { HookConfiguration } from '../policy/hooks/hook-config.ts';
import type { HookEvent } from '../policy/hooks/hook-events.ts';
import type { HookPlace } from './handlers/hook-place.ts';
import type { CallbackHook, HookRun } from './hook.ts';
import type { CommonFields } from './hook-input.ts';
import type { HookOccasion } from './occasion.ts';

export interface HookRunnerOptions {
  readonly configuration: HookConfiguration;
  /** Hooks in this process, run after those configured. */
  readonly callbacks?: readonly {
    readonly event: HookEvent;
    readonly matcher?: string;
    readonly hook: CallbackHook;
  }[];
  readonly common: CommonFields;
  /** Where hooks run; asked for with the first of them. */
  readonly place: () => Promise<HookPlace>;
  /** Throws when the scripts there are no longer what they were: then no command is run. */
  readonly verifyScripts?: (() => Promise<void>) | undefined;
  /** Anchors the paths of `if` rules. */
  readonly workspace: Workspace;
  /** Folder for answers too long to be shown whole; the model can read there. */
  readonly outputs: string;
  readonly redact: (text: string) => string;
  /** Told about every hook that ran, and for which call. Must not throw. */
  readonly onRun: (run: HookRun, tool: HookOccasion['tool']) => void;
}
