import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { changeCount, hunksText } from '../text-file/hunk.ts';
import type { WriteOutput } from './write-schema.ts';

export function writeResultBlock(output: WriteOutput, toolUseId: string): ToolResultBlockParam {
  const verb = output.type === 'create' ? 'Created' : 'Replaced the text of';
  const content = `${verb} ${output.filePath} (${changeCount(output.structuredPatch)}).`;
  return { type: 'tool_result', tool_use_id: toolUseId, content };
}

/** What reports show, as text. */
export function writeSearchText(output: WriteOutput): string {
  return hunksText(output.structuredPatch);
}
