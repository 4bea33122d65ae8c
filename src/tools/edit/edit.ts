import { oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { lineBlocks } from '../../tool/rendering.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import { fileSubject, withAbsolutePath } from '../text-file/file-subject.ts';
import { changeCount } from '../text-file/hunk.ts';
import { editRendered, editResultBlock, editSearchText } from './edit-result.ts';
import type { EditInput, EditOutput } from './edit-schema.ts';

const schemas = loadedLater(() => import('./edit-schema.ts'));

export const editTool = buildTool<EditInput, EditOutput>({
  name: 'Edit',
  searchHint: 'change replace text in a file',
  alwaysLoad: true,
  pathRules: 'Edit',
  description: () => 'Replaces text in a file.',
  prompt: manual,
  inputSchema: () => schemas.get().editInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.Edit,
  outputSchema: () => schemas.get().editOutputSchema(),
  prepare: schemas.load,
  // It takes away only what the model has just been shown, and the record holds it.
  isDestructive: () => false,
  toAutoClassifierInput: (input) => `edit ${input.file_path}: ${input.new_string}`,
  subjectFields: ['file_path'],
  preparePermissionMatcher: (input, context) => fileSubject(input, context, ['read', 'write']),
  backfillObservableInput: withAbsolutePath,
  validateInput: async (input) => {
    if (input.old_string === input.new_string)
      throw new ToolRefusal('old_string and new_string are the same: there is nothing to change.');
  },
  call: async (input, context) => {
    const { editFile } = await import('./edit-file.ts');
    return { data: await editFile(input, context) };
  },
  mapToolResultToToolResultBlockParam: editResultBlock,
  extractSearchText: editSearchText,
  rendering: {
    use: (input) => [
      ...lineBlocks([`${input.file_path}${input.replace_all ? ' (every occurrence)' : ''}`]),
      {
        type: 'diff',
        text: [...marked('-', input.old_string), ...marked('+', input.new_string)].join('\n'),
      },
    ],
    result: editRendered,
    summary: (input, output) =>
      oneLine(
        `Edit ${input.file_path}${output ? ` (${changeCount(output.structuredPatch)})` : ''}`,
        500,
      ),
  },
});

function manual(): string {
  return (
    'Replaces `old_string` by `new_string` in a file that you have read. `old_string` must stand there exactly, indentation included, without the line numbers, ' +
    'and in one place only: give as many lines around it as that takes, or set `replace_all`. ' +
    'Write `\\n` for line ends, whatever the file uses. An empty `old_string` creates a missing file.'
  );
}

function marked(mark: string, text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => mark + line);
}
