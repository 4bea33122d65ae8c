import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { countOf } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { lineBlocks, messageBlocks } from '../../tool/rendering.ts';
import { NO_SUBJECT } from '../../tool/subject.ts';
import { INPUT_SCHEMAS } from '../input-schemas.ts';
import type { BriefInput, BriefOutput } from './brief-schema.ts';

const schemas = loadedLater(() => import('./brief-schema.ts'));

/** Less can't hold what a conversation was about. */
const LEAST_CHARS = 200;

/** Wishes a summary in the place of the conversation: the loop does it before the next request. It touches nothing else. */
export const briefTool = buildTool<BriefInput, BriefOutput>({
  name: 'Brief',
  searchHint: 'summarise compact conversation context room tokens',
  description: () => 'Puts a summary in the place of the conversation.',
  prompt: manual,
  inputSchema: () => schemas.get().briefInputSchema(),
  inputJSONSchema: INPUT_SCHEMAS.Brief,
  outputSchema: () => schemas.get().briefOutputSchema(),
  prepare: schemas.load,
  isReadOnly: () => true,
  isDestructive: () => false,
  preparePermissionMatcher: () => ({ ...NO_SUBJECT, readOnly: true }),
  validateInput: async ({ summary }) => {
    if (summary.trim().length >= LEAST_CHARS) return;
    throw new ToolRefusal(
      `This summary is too short to go on with: nothing else of the conversation would remain. Write down what was asked, done and found out, and what is left, in at least ${LEAST_CHARS} characters.`,
    );
  },
  call: async ({ summary }, context) => {
    context.abort.signal.throwIfAborted();
    context.setAppState((state) => ({ ...state, brief: { summary } }));
    return { data: { summaryChars: summary.length } };
  },
  mapToolResultToToolResultBlockParam: resultBlock,
  extractSearchText: told,
  rendering: {
    use: (input) => lineBlocks(input.summary.split('\n')),
    result: (output) => messageBlocks(told(output)),
    summary: () => 'Brief',
  },
});

function manual(): string {
  return (
    'Replaces the conversation so far by the summary that you give: only the task and it remain, with the to-do list, the names of the files you used and the calls that were refused. ' +
    'Use it when a large part of the work is done and its details no longer matter. ' +
    'Write down all that you need to go on: what was asked, done, found out and decided, and what is left. It is done by itself when room is needed.'
  );
}

function resultBlock(output: BriefOutput, toolUseId: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: told(output) };
}

function told({ summaryChars }: BriefOutput): string {
  return `Before your next answer the summary (${countOf(summaryChars, 'character')}) takes the place of the conversation.`;
}
