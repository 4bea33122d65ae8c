import type { ResolvedPath } from '../../base/paths.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ToolUseContext } from '../../tool/tool-use-context.ts';
import { UTF_8 } from '../text-file/encoding.ts';
import { isUnchanged } from '../text-file/known-lines.ts';
import { uniformLineEnd } from '../text-file/line-ends.ts';
import { loadTextIfThere, originalText, type TextFile } from '../text-file/load-text.ts';
import { saveText } from '../text-file/save-text.ts';
import { toolPath } from '../text-file/tool-path.ts';
import type { WriteInput, WriteOutput } from './write-schema.ts';

/** Creates a file or replaces its whole text. @throws ToolRefusal */
export async function writeFile(input: WriteInput, context: ToolUseContext): Promise<WriteOutput> {
  context.abort.signal.throwIfAborted();
  const { makePatch } = await import('../text-file/make-patch.ts');
  const path = toolPath(input.file_path, context);
  const file = loadTextIfThere(path, context);
  if (file && file.text !== '') assertKnown(path, file, context);
  const text = file ? inTheStyleOf(file, input.content) : input.content;
  const encoding = file?.encoding ?? UTF_8;
  saveText(path, { text, encoding, from: file?.stats, known: undefined }, context);
  const before = file?.text ?? '';
  return {
    type: file ? 'update' : 'create',
    filePath: path.path,
    content: input.content,
    structuredPatch: makePatch(before, text),
    originalFile: originalText(file),
    userModified: false,
  };
}

/** Overwriting takes everything away: all of it must have been seen as it is. */
function assertKnown(path: ResolvedPath, file: TextFile, context: ToolUseContext): void {
  const record = context.readState.get(path.real);
  if (!record)
    throw new ToolRefusal(
      `${path.path} exists and has not been read yet. Read it first, then write it.`,
    );
  if (!isUnchanged(record, file))
    throw new ToolRefusal(
      `${path.path} has changed since it was read. Read it again, then write it.`,
    );
  if (record.known !== undefined)
    throw new ToolRefusal(
      `Only a part of ${path.path} has been read. Read the rest before you replace all of it.`,
    );
}

/** The line ends and the byte-order mark of the old text, unless the new one brings its own. */
function inTheStyleOf(file: TextFile, content: string): string {
  const text = file.encoding.bom ? content.replace(/^\ufeff/, '') : content;
  const lineEnd = uniformLineEnd(file.text);
  if (lineEnd === undefined || lineEnd === '\n' || text.includes('\r')) return text;
  return text.replaceAll('\n', lineEnd);
}
