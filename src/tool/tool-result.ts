import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { ToolUseContext } from './tool-use-context.ts';

/** What `call()` returns. */
export interface ToolResult<Output> {
  /** The structured output: what reports, hooks and the transcript show, and the result block is made from. */
  readonly data: Output;
  /** Messages to put after the tool results of this turn. */
  readonly newMessages?: readonly MessageParam[];
  /** Changes the context of later calls. Honoured only for calls that aren't concurrency-safe. */
  readonly contextModifier?: (context: ToolUseContext) => ToolUseContext;
  /** An MCP server's own data about the result, kept beside it. */
  readonly mcpMeta?: Readonly<Record<string, unknown>>;
}
