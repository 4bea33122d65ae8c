import type { ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import type { Denial } from '../events/outcome.ts';
import type { Decision } from '../permission/decision.ts';
import type { Effect } from '../tool/subject.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';
import type { EndRun } from './call-result.ts';
import type { CallSlot, Governance } from './governance.ts';

/** The part of a `tool_use` block that is governed. */
export type ToolUse = Pick<ToolUseBlock, 'id' | 'name' | 'input'>;

/** One call on its way through the steps: what is known of it so far, for whichever step ends it. */
export interface OpenCall {
  /** `input` is the model's own, kept apart from what later steps make of it. */
  readonly toolUse: ToolUse;
  readonly governance: Governance;
  readonly context: ToolUseContext;
  readonly slot: CallSlot;
  /** `performance.now()` at the start. */
  readonly started: number;
  tool: AnyTool | undefined;
  /** The MCP server and its name for the tool. */
  origin: AnyTool['mcpInfo'];
  /** What will run; before the schema step, what was sent. */
  input: unknown;
  effects: readonly Effect[];
  /** What hooks want the model to know, given beside the result. */
  readonly notes: string[];
  decision: Decision | undefined;
  denial: Denial | undefined;
  endRun: EndRun | undefined;
  /** The tool began: whatever goes wrong later, the model must not think that nothing happened. */
  began: boolean;
}

export function openCall(
  toolUse: ToolUse,
  governance: Governance,
  context: ToolUseContext,
  slot: CallSlot,
): OpenCall {
  return {
    toolUse,
    governance,
    context,
    slot,
    started: performance.now(),
    tool: undefined,
    origin: undefined,
    input: toolUse.input,
    effects: [],
    notes: [],
    decision: undefined,
    denial: undefined,
    endRun: undefined,
    began: false,
  };
}
