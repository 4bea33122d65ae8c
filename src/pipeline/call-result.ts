import type { MessageParam, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { Denial } from '../events/outcome.ts';
import type { Decision } from '../permission/decision.ts';
import type { StopReason } from '../policy/stop-reason.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';

/** The call ends the run. */
export interface EndRun {
  readonly stopReason: StopReason;
  readonly reason: string;
}

/** What became of one call: always there, always with exactly one result block. */
export interface CallResult {
  readonly toolUseId: string;
  readonly toolName: string;
  /** What ran, or would have. */
  readonly toolInput: unknown;
  readonly block: ToolResultBlockParam;
  /** About how many tokens that is. */
  readonly tokens: number;
  readonly decision: Decision;
  /** Refused by hook, rule, tool check, answer or default; `undefined` for all else, also for a bad input. */
  readonly denial: Denial | undefined;
  /** The structured output; `undefined` when the call did not run or failed. */
  readonly output: unknown;
  readonly newMessages: readonly MessageParam[];
  /** Present only for calls that ran alone. */
  readonly contextModifier: ((context: ToolUseContext) => ToolUseContext) | undefined;
  readonly mcpMeta: Readonly<Record<string, unknown>> | undefined;
  /** The tool ran and failed, and its failure cancels the other calls of its message. */
  readonly cancelsSiblings: boolean;
  readonly endRun: EndRun | undefined;
}
