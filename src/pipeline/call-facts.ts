import type { PreToolUseOutcome } from '../hooks/hook.ts';
import type { Effect, Subject } from '../tool/subject.ts';
import type { AnyTool, ToolCheck } from '../tool/tool.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';

/** What a call is judged by: made once per call, from the input that will run. */
export interface CallFacts {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly context: ToolUseContext;
  readonly subject: Subject;
  /** Proven to change nothing, by the tool and by its subject alike. */
  readonly readOnly: boolean;
  /** `undefined`: unknown. */
  readonly destructive: boolean | undefined;
  /** The subject's, with what the tool and the classifier know beyond it. */
  readonly effects: readonly Effect[];
  readonly check: ToolCheck;
  readonly needsConfirmation: boolean;
  readonly hook: Pick<PreToolUseOutcome, 'decision' | 'reason' | 'hook'>;
}
