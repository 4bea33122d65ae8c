import { countOf, oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { lineBlocks } from '../../tool/rendering.ts';
import type { PromptContext } from '../../tool/tool.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import { searchSubject } from '../search/search-start.ts';
import { grepRendered, grepText } from './grep-output.ts';
import type { GrepInput, GrepOutput } from './grep-schema.ts';

/** Linux takes no longer argument, bytes (`MAX_ARG_STRLEN`, less our option and the NUL). */
const LONGEST_TEXT = 131_000;

const schemas = loadedLater(() => import('./grep-schema.ts'));

export const grepTool = buildTool<GrepInput, GrepOutput>({
  name: 'Grep',
  searchHint: 'search text in files regular expression ripgrep',
  alwaysLoad: true,
  pathRules: 'Read',
  description: () => 'Searches for text in files.',
  prompt: manual,
  inputSchema: () => schemas.get().grepInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.Grep,
  outputSchema: () => schemas.get().grepOutputSchema(),
  prepare: schemas.load,
  isReadOnly: () => true,
  isDestructive: () => false,
  isConcurrencySafe: () => true,
  toAutoClassifierInput: (input) => `search ${input.pattern}`,
  preparePermissionMatcher: (input: unknown, context) =>
    searchSubject(pathOf(input) ?? '.', context, climbing(input)),
  validateInput: async ({ pattern, glob = '', type = '' }) => {
    for (const [name, text] of Object.entries({ pattern, glob, type })) {
      if (text.includes('\0')) throw new ToolRefusal(`\`${name}\` holds a NUL character.`);
      if (Buffer.byteLength(text) > LONGEST_TEXT) throw new ToolRefusal(`\`${name}\` is too long.`);
    }
  },
  call: async (input, context) => {
    const { searchText } = await import('./search-text.ts');
    return { data: await searchText(input, context) };
  },
  mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: grepText(output),
  }),
  extractSearchText: grepText,
  rendering: {
    use: (input) => lineBlocks([shown(input), optionsOf(input)].filter((line) => line !== '')),
    result: grepRendered,
    summary: (input, output) =>
      oneLine(`Grep ${shown(input)}${output ? ` (${found(output)})` : ''}`, 500),
  },
});

/** Files are searched below `path` only; a `glob` that climbs asks for what no rule was asked about. */
function climbing(input: unknown): string | undefined {
  const glob = typeof input === 'object' && input !== null && 'glob' in input ? input.glob : '';
  return typeof glob === 'string' && /(?:^|[/\\{,!])\.\.(?:$|[/\\},])/.test(glob)
    ? '`glob` holds `..`; give the folder in `path` instead.'
    : undefined;
}

/** The path of any input at all: `unattended explain` judges partial ones. */
function pathOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'path' in input ? input.path : undefined;
}

function shown({ pattern, path, glob, type }: GrepInput): string {
  const where = [path && `in ${path}`, glob && `(${glob})`, type && `(${type})`];
  return [pattern, ...where].filter((part) => part).join(' ');
}

/** What else was asked for, as in the input: `output_mode content, -C 2`. */
function optionsOf({ pattern: _p, path: _f, glob: _g, type: _t, ...options }: GrepInput): string {
  return Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function found({ mode, numMatches = 0, totalFiles }: GrepOutput): string {
  return mode === 'files_with_matches'
    ? countOf(totalFiles, 'file')
    : `${countOf(numMatches, 'match', 'matches')} in ${countOf(totalFiles, 'file')}`;
}

function manual({ toolNames }: PromptContext): string {
  return [
    'Searches files for a regular expression with ripgrep: braces and brackets that are text need a backslash (`interface\\{\\}`).',
    'Gives file names, or with `output_mode` the lines (`content`, with -A, -B, -C, -n, -o) or a number for each file (`count`).',
    'Dot files are searched; binary files and what .gitignore leaves out are not, and that is said.',
    toolNames.has('Bash') && 'Use it rather than grep or rg in Bash.',
  ]
    .filter((line) => line)
    .join(' ');
}
