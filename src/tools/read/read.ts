import { oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { lineBlocks } from '../../tool/rendering.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import { fileSubject, withAbsolutePath } from '../text-file/file-subject.ts';
import { readRendered, readResultBlock, readText } from './read-result.ts';
import type { ReadInput, ReadOutput } from './read-schema.ts';

const schemas = loadedLater(() => import('./read-schema.ts'));

export const readTool = buildTool<ReadInput, ReadOutput>({
  name: 'Read',
  searchHint: 'open view show file text lines',
  alwaysLoad: true,
  // Pages are cut to fit by the tool itself, at a line.
  maxResultSizeChars: 70_000,
  pathRules: 'Read',
  description: () => 'Reads a text file, with line numbers.',
  prompt: manual,
  inputSchema: () => schemas.get().readInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.Read,
  outputSchema: () => schemas.get().readOutputSchema(),
  prepare: schemas.load,
  isReadOnly: () => true,
  isDestructive: () => false,
  isConcurrencySafe: () => true,
  toAutoClassifierInput: (input) => `read ${input.file_path}`,
  subjectFields: ['file_path'],
  preparePermissionMatcher: (input, context) => fileSubject(input, context, ['read']),
  backfillObservableInput: withAbsolutePath,
  call: async (input, context) => {
    const { readFile } = await import('./read-file.ts');
    return { data: await readFile(input, context) };
  },
  mapToolResultToToolResultBlockParam: readResultBlock,
  extractSearchText: readText,
  rendering: {
    use: (input) => lineBlocks([`${input.file_path}${linesAsked(input)}`]),
    result: readRendered,
    summary: (input, output) =>
      oneLine(`Read ${input.file_path}${output ? linesShown(output) : linesAsked(input)}`, 500),
  },
});

function manual(): string {
  return (
    'Reads a text file: up to 2,000 lines, each behind its number and a tab, which are not part of it. `offset` and `limit` give other parts. ' +
    'Lines over 2,000 characters are cut. Read several files at once when you need them. ' +
    'Folders, images, PDFs and other binary files are refused.'
  );
}

function linesAsked({ offset, limit }: ReadInput): string {
  if (offset === undefined && limit === undefined) return '';
  const from = Math.max(1, offset ?? 1);
  return ` (lines ${from}-${limit === undefined ? '' : from + limit - 1})`;
}

function linesShown(output: ReadOutput): string {
  if (output.type === 'file_unchanged') return ' (unchanged)';
  const { numLines, startLine, totalLines } = output.file;
  if (numLines === totalLines) return ` (${totalLines} ${totalLines === 1 ? 'line' : 'lines'})`;
  if (numLines === 0) return ` (no lines of ${totalLines})`;
  return ` (lines ${startLine}-${startLine + numLines - 1} of ${totalLines})`;
}
