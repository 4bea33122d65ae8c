import { countOf } from '../../base/text.ts';
import { buildTool } from '../../tool/build-tool.ts';
import { loadedLater } from '../../tool/loaded-later.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { NO_SUBJECT } from '../../tool/subject.ts';
import type { Tool } from '../../tool/tool.ts';
import {
  answerOf,
  isPlainObjectSchema,
  type JSONSchemaObject,
  modelSchema,
} from './model-schema.ts';
import type { AnswerInput, AnswerOutput } from './structured-output-schema.ts';

const schemas = loadedLater(() => import('./structured-output-schema.ts'));

/**
 * The tool that takes the run's structured answer.
 * @param schema the run's `json_schema`; absent where none was asked for: the tool is then not enabled
 */
export function structuredOutputTool(
  schema: JSONSchemaObject | undefined,
): Tool<AnswerInput, AnswerOutput, never> {
  return buildTool<AnswerInput, AnswerOutput>({
    name: 'StructuredOutput',
    searchHint: 'final answer json schema',
    alwaysLoad: true,
    description: () => 'Gives the final answer in the form that was asked for.',
    prompt: () => manual(schema),
    inputSchema: () => schemas.get().answerInputSchema(),
    inputJSONSchema: schema ? modelSchema(schema) : { type: 'object' },
    outputSchema: () => schemas.get().answerOutputSchema(),
    prepare: schemas.load,
    isEnabled: (session) => session.hasOutputSchema,
    isReadOnly: () => true,
    isDestructive: () => false,
    preparePermissionMatcher: () => ({ ...NO_SUBJECT, readOnly: true }),
    call: async (input, context) => {
      context.abort.signal.throwIfAborted();
      const wanted = context.outputJSONSchema;
      if (!wanted)
        throw new ToolRefusal('This run asks for no structured answer. Answer in words.');
      const answer = answerOf(wanted, input);
      if (answer === undefined)
        throw new ToolRefusal(problemMessage(['The answer goes into the field `output`.']));
      const { checkAnswer } = await import('./check-answer.ts');
      const problems = checkAnswer(wanted, answer);
      if (problems.length > 0) throw new ToolRefusal(problemMessage(problems));
      context.setAppState((state) => ({ ...state, structuredOutput: answer }));
      return { data: { structured_output: answer } };
    },
    mapToolResultToToolResultBlockParam: (_output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: 'The structured answer is accepted.',
    }),
    extractSearchText: answerText,
    rendering: {
      use: (input) => [{ type: 'code', language: 'json', text: JSON.stringify(input, null, 2) }],
      result: (output) => [{ type: 'code', language: 'json', text: answerText(output) }],
      summary: (input) => `StructuredOutput (${countOf(Object.keys(input).length, 'field')})`,
    },
  });
}

function manual(schema: JSONSchemaObject | undefined): string {
  const field = schema && !isPlainObjectSchema(schema) ? ' The answer goes into `output`.' : '';
  return `Gives the run's final answer in the form that its schema asks for. Call it once, when the work is done; without it the run counts as failed.${field}`;
}

function problemMessage(problems: readonly string[]): string {
  return `The answer does not fit the schema. Mend this and call StructuredOutput again:\n- ${problems.join('\n- ')}`;
}

function answerText(output: AnswerOutput): string {
  return JSON.stringify(output.structured_output, null, 2) ?? 'null';
}
