import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { referencedTools } from '../../model/tool-references.ts';
import { deferredTools, TOOL_SEARCH } from '../../tool/deferral.ts';
import type { AnyTool } from '../../tool/tool.ts';

/**
 * What the model is told that calls a deferred tool without having seen its definition: the input is a
 * guess. `undefined`: it has seen it, or there is nothing to see first.
 * @param messages the conversation up to the answer with the call.
 */
export function explainUnseen(
  tool: AnyTool,
  pool: readonly AnyTool[],
  messages: readonly MessageParam[],
): string | undefined {
  if (!deferredTools(pool).includes(tool) || referencedTools(messages).has(tool.name)) return;
  return `${tool.name} is loaded on demand, and you have not seen its definition. Call ${TOOL_SEARCH} with the query “select:${tool.name}” first, then call it in your next answer.`;
}
