import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { codeBlocks, lineBlocks, type Rendered, renderedText } from '../../tool/rendering.ts';
import type { ReadOutput } from './read-schema.ts';

/** Lines as `cat -n` numbers them, then what the reader has to know, in square brackets. */
export function readText(output: ReadOutput): string {
  return renderedText(readRendered(output));
}

/** The same in blocks, for reports. */
export function readRendered(output: ReadOutput): Rendered {
  if (output.type === 'file_unchanged')
    return lineBlocks([
      `[${output.file.filePath} is unchanged: the earlier answer with these lines still holds.]`,
    ]);
  const { content, numLines, startLine, notes } = output.file;
  const lines = numLines === 0 ? [] : content.split('\n');
  const numbered = lines.map((line, index) => `${String(startLine + index).padStart(6)}\t${line}`);
  return [...codeBlocks(numbered.join('\n')), ...lineBlocks(notes.map((note) => `[${note}]`))];
}

export function readResultBlock(output: ReadOutput, toolUseId: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: readText(output) };
}
