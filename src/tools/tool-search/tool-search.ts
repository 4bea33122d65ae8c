import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { countOf, oneLine } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { TOOL_SEARCH } from '../../tool/deferral.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { lineBlocks } from '../../tool/rendering.ts';
import { NO_SUBJECT } from '../../tool/subject.ts';
import type { PromptContext } from '../../tool/tool.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import { deferredList } from './deferred-list.ts';
import { findTools } from './find-tools.ts';
import type { ToolSearchInput, ToolSearchOutput } from './tool-search-schema.ts';

const schemas = loadedLater(() => import('./tool-search-schema.ts'));

/**
 * Finds deferred tools. Its result points at them (`tool_reference`), which makes them callable; where an
 * API can't do that, the request layer puts the definitions in its place. It touches nothing.
 */
export const toolSearchTool = buildTool<ToolSearchInput, ToolSearchOutput>({
  name: TOOL_SEARCH,
  searchHint: 'find load tools',
  alwaysLoad: true,
  description: () => 'Finds tools that are loaded on demand.',
  prompt: manual,
  inputSchema: () => schemas.get().toolSearchInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.ToolSearch,
  outputSchema: () => schemas.get().toolSearchOutputSchema(),
  prepare: schemas.load,
  isEnabled: ({ hasDeferredTools = false }) => hasDeferredTools,
  isReadOnly: () => true,
  isDestructive: () => false,
  isConcurrencySafe: () => true,
  preparePermissionMatcher: () => ({ ...NO_SUBJECT, readOnly: true }),
  call: async (input, context) => {
    context.abort.signal.throwIfAborted();
    return { data: findTools(input, context.pool) };
  },
  mapToolResultToToolResultBlockParam: resultBlock,
  extractSearchText: told,
  rendering: {
    use: ({ query }) => lineBlocks([query]),
    result: (output) => lineBlocks(told(output).split('\n')),
    summary: ({ query }, output) =>
      oneLine(
        `ToolSearch ${query}${output ? ` (${countOf(output.found.length, 'tool')})` : ''}`,
        500,
      ),
  },
});

function manual({ deferredNames = [] }: PromptContext): string {
  const text =
    'Loads definitions of tools, which can’t be called before: `select:A,B` by their names; keywords find those whose name or description fits best, and every `+word` must be in the name. ' +
    'Load all that you will need at once, and call them from your next answer on.';
  if (deferredNames.length === 0) return text;
  return `${text}\nThe tools, each named by the start of its line and a word of it:\n${deferredList(deferredNames)}`;
}

/** What is found, as references alone where there is nothing else to say. */
function resultBlock(output: ToolSearchOutput, toolUseId: string): ToolResultBlockParam {
  const { found, notes } = output;
  const notesOf = notes.map((text) => ({ type: 'text' as const, text }));
  const references = found.map((name) => ({ type: 'tool_reference' as const, tool_name: name }));
  return { type: 'tool_result', tool_use_id: toolUseId, content: [...references, ...notesOf] };
}

function told({ found, notes }: ToolSearchOutput): string {
  return [...found, ...notes].join('\n');
}
