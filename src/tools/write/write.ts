import { oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { codeBlocks, lineBlocks } from '../../tool/rendering.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import { fileSubject, withAbsolutePath } from '../text-file/file-subject.ts';
import { changeCount } from '../text-file/hunk.ts';
import { writeRendered, writeResultBlock, writeSearchText } from './write-result.ts';
import type { WriteInput, WriteOutput } from './write-schema.ts';

const schemas = loadedLater(() => import('./write-schema.ts'));

export const writeTool = buildTool<WriteInput, WriteOutput>({
  name: 'Write',
  searchHint: 'create overwrite file content',
  alwaysLoad: true,
  pathRules: 'Edit',
  description: () => 'Creates a file or replaces all of its text.',
  prompt: manual,
  inputSchema: () => schemas.get().writeInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.Write,
  outputSchema: () => schemas.get().writeOutputSchema(),
  prepare: schemas.load,
  // It overwrites only what the model has read whole and nobody changed since.
  isDestructive: () => false,
  toAutoClassifierInput: (input) => `write ${input.file_path}: ${input.content}`,
  subjectFields: ['file_path'],
  preparePermissionMatcher: (input, context) => fileSubject(input, context, ['write']),
  backfillObservableInput: withAbsolutePath,
  call: async (input, context) => {
    const { writeFile } = await import('./write-file.ts');
    return { data: await writeFile(input, context) };
  },
  mapToolResultToToolResultBlockParam: writeResultBlock,
  extractSearchText: writeSearchText,
  rendering: {
    use: (input) => [...lineBlocks([input.file_path]), ...codeBlocks(input.content)],
    result: writeRendered,
    summary: (input, output) =>
      oneLine(
        `Write ${input.file_path}${output ? ` (${changeCount(output.structuredPatch)})` : ''}`,
        500,
      ),
  },
});

function manual(context: { readonly toolNames: ReadonlySet<string> }): string {
  const edit = context.toolNames.has('Edit') ? ' To change a part, use Edit.' : '';
  return `Writes a whole file, creating folders as needed. An existing file must have been read whole before; its line ends, byte-order mark, encoding and mode are kept.${edit}`;
}
