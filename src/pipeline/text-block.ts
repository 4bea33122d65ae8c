import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';

export function textBlock(toolUseId: string, text: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: text };
}

export function errorBlock(toolUseId: string, text: string): ToolResultBlockParam {
  return { ...textBlock(toolUseId, text), is_error: true };
}

/** Applies a change to every text of a block; pictures and documents stay. */
export function mapTexts(
  block: ToolResultBlockParam,
  change: (text: string) => string,
): ToolResultBlockParam {
  const { content } = block;
  if (content === undefined) return block;
  if (typeof content === 'string') return { ...block, content: change(content) };
  return {
    ...block,
    content: content.map((part) =>
      part.type === 'text' ? { ...part, text: change(part.text) } : part,
    ),
  };
}

/** All the text of a block. */
export function textOf({ content }: ToolResultBlockParam): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
