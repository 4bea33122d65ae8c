import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { lineBlocks, type Rendered, renderedText } from '../../tool/rendering.ts';
import { changeCount, patchBlocks } from '../text-file/hunk.ts';
import type { WriteOutput } from './write-schema.ts';

export function writeResultBlock(output: WriteOutput, toolUseId: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: writeText(output) };
}

/** What reports show: which file, and the change. */
export function writeRendered(output: WriteOutput): Rendered {
  return [...lineBlocks([writeText(output)]), ...patchBlocks(output.structuredPatch)];
}

export function writeSearchText(output: WriteOutput): string {
  return renderedText(writeRendered(output));
}

function writeText(output: WriteOutput): string {
  const verb = output.type === 'create' ? 'Created' : 'Replaced the text of';
  return `${verb} ${output.filePath} (${changeCount(output.structuredPatch)}).`;
}
