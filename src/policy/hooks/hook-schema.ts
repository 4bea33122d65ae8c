import * as z from 'zod';

/** Seconds; a day at most. */
const timeout = z.number().positive().max(86_400).optional();
const texts = z.array(z.string());

const common = {
  timeout: timeout.describe('Seconds. Default: 600; prompt 30, agent 60.'),
  statusMessage: z
    .string()
    .optional()
    .describe('Taken for the sake of Claude Code; shown nowhere.'),
  once: z.boolean().optional().describe('Run one time in a session at most.'),
  onFailure: z
    .enum(['block', 'continue'])
    .optional()
    .describe('What a hook that crashes or times out means. Default: block.'),
};

/**
 * The kinds of handlers. `strict` for policies: an unknown key may have been meant to change what a
 * guard does. Settings are shared with Claude Code, which gains new keys.
 */
export function hookSchema(strict: boolean, ifRule: z.ZodType<string> = z.string()) {
  const object = strict ? z.strictObject : z.looseObject;
  const shared = {
    ...common,
    if: ifRule.optional().describe('Only for calls that this rule means.'),
  };
  return z.discriminatedUnion('type', [
    object({
      type: z.literal('command'),
      command: z.string().min(1),
      args: texts.optional().describe('Present: no shell; each element is one argument.'),
      shell: z.literal('bash').optional(),
      async: z.boolean().optional().describe('Nobody waits for it, and it decides nothing.'),
      asyncRewake: z.boolean().optional().describe('As async; exit code 2 tells the model.'),
      ...shared,
    }),
    object({
      type: z.literal('http'),
      url: z.string().min(1),
      headers: z.record(z.string(), z.string()).optional(),
      allowedEnvVars: texts.optional().describe('Variables that headers may name.'),
      ...shared,
    }),
    object({
      type: z.literal('mcp_tool'),
      server: z.string().min(1),
      tool: z.string().min(1),
      input: z.record(z.string(), z.unknown()).optional(),
      ...shared,
    }),
    object({
      type: z.enum(['prompt', 'agent']),
      prompt: z.string().min(1),
      model: z.string().min(1).optional(),
      continueOnBlock: z.boolean().optional(),
      ...shared,
    }),
  ]);
}

/** One handler as it is written, in a policy or in settings. */
export type WrittenHook = z.infer<ReturnType<typeof hookSchema>>;
