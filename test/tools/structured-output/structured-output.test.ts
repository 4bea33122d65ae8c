import { expect, test } from 'vitest';
import { modelSchema } from '../../../src/tools/structured-output/model-schema.ts';
import { structuredOutputTool } from '../../../src/tools/structured-output/structured-output.ts';
import { toolContext } from '../tool-context.ts';

const verdict = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    notes: {
      type: 'array',
      items: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
    },
  },
  required: ['ok'],
  additionalProperties: false,
};
const list = {
  type: 'array',
  items: { $ref: '#/$defs/name' },
  $defs: { name: { type: 'string' } },
};

async function answer(schema: Record<string, unknown>, input: Record<string, unknown>) {
  const context = toolContext({ outputJSONSchema: schema });
  const { data } = await structuredOutputTool(schema).call(input, context, () => {});
  expect(context.getAppState().structuredOutput).toEqual(data.structured_output);
  return data.structured_output;
}

test('an answer that fits is kept as it is', async () => {
  expect(await answer(verdict, { ok: true, notes: [{ text: 'a' }] })).toEqual({
    ok: true,
    notes: [{ text: 'a' }],
  });
});

test('an answer that is no object comes in `output`', async () => {
  expect(await answer(list, { output: ['a', 'b'] })).toEqual(['a', 'b']);
  await expect(answer(list, { output: ['a', 1] })).rejects.toThrow('/1: Instance type "number"');
  await expect(answer(list, ['a'] as never)).rejects.toThrow('does not fit');
});

test('every problem is named with its place, so that the model can mend it', async () => {
  const wrong = { notes: [{ text: 'a' }, {}], extra: 1 };
  const message = await answer(verdict, wrong).then(
    () => 'accepted',
    (thrown: Error) => thrown.message,
  );
  expect(message).toContain('call StructuredOutput again');
  expect(message).toContain('(top): Instance does not have required property "ok".');
  expect(message).toContain('/notes/1: Instance does not have required property "text".');
  expect(message).toContain('/extra: Nothing is allowed here.');
});

test('what was refused is not kept', async () => {
  const context = toolContext({ outputJSONSchema: verdict });
  await expect(structuredOutputTool(verdict).call({}, context, () => {})).rejects.toThrow();
  expect(context.getAppState().structuredOutput).toBeUndefined();
});

test('the model sees the schema itself, or an object around it', () => {
  const { $schema: _dialect, ...rest } = verdict;
  expect(modelSchema(verdict)).toEqual(rest);
  expect(modelSchema(list)).toEqual({
    type: 'object',
    properties: { output: { type: 'array', items: { $ref: '#/$defs/name' } } },
    required: ['output'],
    additionalProperties: false,
    $defs: { name: { type: 'string' } },
  });
  expect(modelSchema({ type: 'object', oneOf: [{}, {}] })).toHaveProperty('properties.output');
});

test('without a schema there is no such tool', async () => {
  const tool = structuredOutputTool(undefined);
  expect(tool.isEnabled({ hasOutputSchema: false })).toBe(false);
  await expect(tool.call({}, toolContext(), () => {})).rejects.toThrow('Answer in words');
});
