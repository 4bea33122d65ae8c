import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { Told } from './after-call.ts';
import type { CallResult } from './call-result.ts';
import { extraMessages } from './extra-messages.ts';
import { withNotes } from './notes.ts';
import type { OpenCall } from './open-call.ts';
import { nameOf } from './record-decision.ts';
import type { Settled } from './settle.ts';
import { textOf } from './text-block.ts';
import { tokensOf } from './token-count.ts';
import { emitFinished } from './tool-events.ts';

/** The result of a call that was carried out, as the conversation and the reports get it. */
export function resultBlock(
  call: OpenCall,
  { tool, input, decision }: Settled,
  { ran, fitted }: Told,
): CallResult {
  const block = withNotes(call, wellFormed(call, fitted.block));
  const tokens = tokensOf(block);
  if (ran.began) {
    emitFinished(call, tool, input, {
      output: ran.result?.data,
      error: ran.isError ? textOf(fitted.block) : undefined,
      durationMs: ran.durationMs,
      sizeChars: fitted.sizeChars,
      tokens,
      persistedPath: fitted.persistedPath,
    });
  }
  return {
    toolUseId: call.toolUse.id,
    toolName: nameOf(call),
    toolInput: input,
    block,
    tokens,
    decision,
    denial: call.denial,
    output: ran.result?.data,
    newMessages: extraMessages(ran.result?.newMessages ?? [], call.governance.redact),
    contextModifier: ran.concurrencySafe ? undefined : ran.result?.contextModifier,
    mcpMeta: ran.result?.mcpMeta,
    cancelsSiblings: ran.began && ran.isError && tool.failureCancelsSiblings,
    endRun: call.endRun,
  };
}

/** Answers this very call, and says something: an empty result makes some models stop. */
function wellFormed(call: OpenCall, block: ToolResultBlockParam): ToolResultBlockParam {
  const { content = '' } = block;
  const empty = content.length === 0;
  return {
    ...block,
    type: 'tool_result',
    tool_use_id: call.toolUse.id,
    content: empty ? '(no output)' : content,
  };
}
