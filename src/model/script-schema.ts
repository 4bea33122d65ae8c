import * as z from 'zod';

const text = (what: string) => z.string().describe(what);
const count = () => z.number().int().min(0);

const texts = () =>
  z.union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
    error: 'it has to be a text or a list of texts',
  });

const expectation = z
  .strictObject({
    tool: text('Only results of this tool.').min(1).optional(),
    result: z.number().int().min(1).describe('Only the n-th result, from 1.').optional(),
    contains: texts().describe('Texts that must all be in it.').optional(),
    not_contains: texts().describe('Texts of which none may be in it.').optional(),
    is_error: z.boolean().describe('Whether the result must be an error.').optional(),
  })
  .describe('What the model must just have been told. Without `tool` and `result`: all of it.');

const call = z.strictObject({
  tool: text('Name of the tool. Any name goes: a wrong one shows what is refused.').min(1),
  input: z.record(z.string(), z.unknown()).describe('Its input. Default: empty.').optional(),
  id: text('Id of the call. Default: made from turn and position.')
    .regex(/^[a-zA-Z0-9_-]+$/u)
    .optional(),
});

const turn = z
  .strictObject({
    expect: z.array(expectation).min(1).optional(),
    think: text('A thinking block.').min(1).optional(),
    text: text('What the model says. Empty: an answer without words.').optional(),
    calls: z.array(call).min(1).optional(),
    stop_reason: z
      .enum([
        'end_turn',
        'tool_use',
        'max_tokens',
        'stop_sequence',
        'pause_turn',
        'refusal',
        'model_context_window_exceeded',
      ])
      .describe('Default: `tool_use` with calls, else `end_turn`.')
      .optional(),
    usage: z
      .strictObject({
        input_tokens: count().optional(),
        output_tokens: count().optional(),
        cache_creation_input_tokens: count().optional(),
        cache_read_input_tokens: count().optional(),
      })
      .describe('Tokens of this turn. What is left out is estimated.')
      .optional(),
    delay_ms: count().max(600_000).describe('How long the answer takes.').optional(),
    error: z
      .strictObject({
        status: z.number().int().min(400).max(599),
        message: text('What the API says.').min(1).optional(),
        times: z.number().int().min(1).max(100).describe('Default 1.').optional(),
      })
      .describe('The API fails so many times before this turn.')
      .optional(),
  })
  .refine(
    (one) => one.text !== undefined || one.think || one.calls || one.stop_reason || one.error,
    {
      error: "This turn says and calls nothing. For an empty answer write `text: ''`.",
    },
  );

/** A script that the embedded model plays: `schema/script.schema.json` is made from it. */
export const scriptSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1).describe('Version of this format.'),
  description: text('For people.').optional(),
  model: text('The model whose name and prices the answers carry.').min(1).optional(),
  turns: z.array(turn).min(1).describe('One answer of the model each, in order.'),
});

export type Script = z.infer<typeof scriptSchema>;
export type ScriptTurn = Script['turns'][number];
export type Expectation = z.infer<typeof expectation>;
