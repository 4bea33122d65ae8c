import { countOf, oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { codeBlocks, lineBlocks, type Rendered, renderedText } from '../../tool/rendering.ts';
import type { Subject } from '../../tool/subject.ts';
import type { SubjectContext } from '../../tool/tool.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import { searchSubject } from '../search/search-start.ts';
import { globProblem, parseGlob } from './glob-pattern.ts';
import type { GlobInput, GlobOutput } from './glob-schema.ts';

const schemas = loadedLater(() => import('./glob-schema.ts'));

export const globTool = buildTool<GlobInput, GlobOutput>({
  name: 'Glob',
  searchHint: 'find files by name pattern',
  alwaysLoad: true,
  pathRules: 'Read',
  description: () => 'Finds files by a name pattern.',
  prompt: manual,
  inputSchema: () => schemas.get().globInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.Glob,
  outputSchema: () => schemas.get().globOutputSchema(),
  prepare: schemas.load,
  isReadOnly: () => true,
  isDestructive: () => false,
  isConcurrencySafe: () => true,
  toAutoClassifierInput: (input) => `find ${input.pattern}`,
  preparePermissionMatcher: subject,
  validateInput: async (input) => {
    const problem = globProblem(input.pattern);
    if (problem) throw new ToolRefusal(problem);
    const { globMatcher } = await import('./glob-matcher.ts');
    globMatcher(input.pattern);
  },
  call: async (input, context) => {
    const { findFiles } = await import('./find-files.ts');
    return { data: await findFiles(input, context) };
  },
  mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: globText(output),
  }),
  extractSearchText: globText,
  rendering: {
    use: (input) => lineBlocks([shown(input)]),
    result: globRendered,
    summary: (input, output) =>
      oneLine(
        `Glob ${shown(input)}${output ? ` (${countOf(output.totalMatches, 'file')})` : ''}`,
        500,
      ),
  },
});

function subject(input: unknown, context: SubjectContext): Subject {
  const { pattern, path } = partial(input);
  if (typeof pattern !== 'string') return searchSubject(path ?? '.', context, undefined);
  if (path !== undefined && typeof path !== 'string')
    return searchSubject(path, context, undefined);
  const problem = globProblem(pattern);
  const start = problem ? (path ?? '.') : parseGlob(pattern, path ?? '.').start;
  return searchSubject(start, context, problem);
}

/** The fields of any input at all: `unattended explain` judges partial ones. */
function partial(input: unknown): { readonly pattern?: unknown; readonly path?: unknown } {
  return typeof input === 'object' && input !== null ? input : {};
}

function globText(output: GlobOutput): string {
  return renderedText(globRendered(output));
}

function globRendered(output: GlobOutput): Rendered {
  const rest = output.totalMatches - output.numFiles;
  return [
    ...(output.numFiles > 0
      ? codeBlocks(output.filenames.join('\n'))
      : lineBlocks(['No files found.'])),
    ...lineBlocks([
      ...(rest > 0
        ? [`(${countOf(rest, 'more file')}, changed earlier: not listed. Use a narrower pattern.)`]
        : []),
      ...output.notes,
    ]),
  ];
}

function shown({ pattern, path }: GlobInput): string {
  return path === undefined ? pattern : `${pattern} in ${path}`;
}

function manual(): string {
  return (
    'Finds files by a glob pattern: the 100 changed last, newest first. `*` stays in one name, `**` crosses folders, `{a,b}` is a choice; dot files count. ' +
    'What .gitignore leaves out is left out, unless the pattern or `path` names it (`node_modules/x/**`).'
  );
}
