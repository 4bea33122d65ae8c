import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { countOf, listOf } from '../../base/text.ts';
import { lineBlocks, type Rendered, renderedText } from '../../tool/rendering.ts';
import { changeCount, patchBlocks } from '../text-file/hunk.ts';
import type { EditOutput } from './edit-schema.ts';

/** What the model is told: it has the text already, so that numbers will do. */
function editText(output: EditOutput): string {
  const { filePath, lines, structuredPatch, created, note } = output;
  const what = created
    ? `Created ${filePath} (${changeCount(structuredPatch)}).`
    : `Edited ${filePath} (${changeCount(structuredPatch)})${placesOf(lines)}.`;
  return note ? `${what}\n[${note}]` : what;
}

export function editResultBlock(output: EditOutput, toolUseId: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: editText(output) };
}

/** What reports show: where it was changed, and the change. */
export function editRendered(output: EditOutput): Rendered {
  return [...lineBlocks(editText(output).split('\n')), ...patchBlocks(output.structuredPatch)];
}

export function editSearchText(output: EditOutput): string {
  return renderedText(editRendered(output));
}

function placesOf(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  if (lines.length === 1) return `: 1 place, line ${lines[0]}`;
  return `: ${countOf(lines.length, 'place')}, lines ${listOf(lines.map(String))}`;
}
