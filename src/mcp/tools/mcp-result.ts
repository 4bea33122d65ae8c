import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { codeBlocks, lineBlocks, type Rendered } from '../../tool/rendering.ts';
import type { ResultPart } from '../result/result-parts.ts';

/** What a call of a server's tool gave. */
export interface McpOutput {
  readonly type: 'mcp';
  readonly isError: boolean;
  readonly content: readonly ResultPart[];
}

export function resultBlock(output: McpOutput, toolUseId: string): ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: [...output.content],
    ...(output.isError && { is_error: true }),
  };
}

export function renderedOutput({ content }: McpOutput): Rendered {
  if (content.length === 0) return lineBlocks(['(no output)']);
  return content.flatMap((part) =>
    part.type === 'text' ? codeBlocks(part.text) : lineBlocks(['[picture]']),
  );
}
