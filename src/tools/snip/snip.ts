import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { countOf } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { messageBlocks } from '../../tool/rendering.ts';
import { NO_SUBJECT } from '../../tool/subject.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import type { SnipInput, SnipOutput } from './snip-schema.ts';

const schemas = loadedLater(() => import('./snip-schema.ts'));

/** Wishes old results out of the conversation: the loop does it before the next request. It touches nothing else. */
export const snipTool = buildTool<SnipInput, SnipOutput>({
  name: 'Snip',
  searchHint: 'clear old results context room tokens',
  description: () => 'Clears old results from the conversation.',
  prompt: manual,
  inputSchema: () => schemas.get().snipInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.Snip,
  outputSchema: () => schemas.get().snipOutputSchema(),
  prepare: schemas.load,
  isReadOnly: () => true,
  isDestructive: () => false,
  preparePermissionMatcher: () => ({ ...NO_SUBJECT, readOnly: true }),
  call: async (input, context) => {
    context.abort.signal.throwIfAborted();
    const { keep_last: keepLast, tools } = input;
    context.setAppState((state) => ({ ...state, snip: { keepLast, tools } }));
    return { data: { keepLast, ...(tools && { tools }) } };
  },
  mapToolResultToToolResultBlockParam: resultBlock,
  extractSearchText: told,
  rendering: {
    use: (input) => messageBlocks(whatGoes(input.keep_last, input.tools)),
    result: (output) => messageBlocks(told(output)),
    summary: (input) => `Snip (the latest ${countOf(input.keep_last, 'result')} stay)`,
  },
});

function manual(): string {
  return (
    'Clears the results of earlier calls from the conversation, all but the latest, when you no longer need what stands in them. ' +
    'Each is kept in a file, and a note in its place says where. Results that you have not answered yet stay. ' +
    'Old results are cleared by themselves when room is needed: call this only to get rid of what distracts.'
  );
}

function resultBlock(output: SnipOutput, toolUseId: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: told(output) };
}

function told({ keepLast, tools }: SnipOutput): string {
  return `Before your next answer: ${whatGoes(keepLast, tools)}.`;
}

function whatGoes(keepLast: number, tools: readonly string[] | undefined): string {
  const whose = tools ? ` of ${tools.join(', ')}` : '';
  return `old results${whose} are cleared, the latest ${countOf(keepLast, 'result')} stay`;
}
