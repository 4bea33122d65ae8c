import type { Workspace } from '../base/workspace.ts';
import type { ToolCheck } from '../tool/tool.ts';
import type { Call } from './call.ts';
import type { CompiledRules } from './compile-rules.ts';

/** What the PreToolUse hooks said together. `none` is the same as no opinion. */
export interface HookOpinion {
  readonly decision: 'allow' | 'ask' | 'deny' | 'none';
  readonly reason: string | undefined;
  /** The command or URL of the hook that decided. */
  readonly hook: string | undefined;
}

/** Everything that a decision depends on. */
export interface Question extends Call {
  readonly toolCheck: ToolCheck;
  readonly requiresConfirmation: boolean;
  readonly hook: HookOpinion | undefined;
  readonly rules: CompiledRules;
  /** `untrusted`: allow rules and a hook's allow count for read-only calls alone. */
  readonly trust: 'trusted' | 'untrusted';
  readonly workspace: Workspace;
}

/**
 * May allow rules and a hook's allow count? In an untrusted run strangers may have written the call:
 * a standing permission then holds for reading alone.
 */
export function mayGrant({ trust, subject }: Pick<Question, 'trust' | 'subject'>): boolean {
  return trust === 'trusted' || subject.readOnly;
}
