import * as z from 'zod';
import { serverNameProblem } from './server-name.ts';

function elicitationSchema() {
  const text = z.string().min(1);
  return z
    .strictObject({
      action: z.enum(['decline', 'cancel', 'accept']),
      content: z
        .record(text, z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
        .optional()
        .describe('Values for the fields that a server asks for; others get their default.'),
    })
    .optional()
    .describe('What a server gets that asks the user something. Default: decline.');
}

function oauthSchema() {
  const text = z.string().min(1);
  return z
    .strictObject({
      client_id: text,
      client_secret: text,
      token_url: text.optional().describe('Default: what the server’s own metadata name.'),
      scope: text.optional(),
    })
    .optional()
    .describe('Client credentials (OAuth 2.1); the token stays in memory.');
}

function entrySchema() {
  const text = z.string().min(1);
  const texts = z.record(text, z.string());
  const seconds = z.number().positive().max(86_400).optional();
  return z
    .strictObject({
      type: z.enum(['stdio', 'http', 'sse']).optional().describe('Default: by `command` or `url`.'),
      command: text.optional(),
      args: z.array(z.string()).optional(),
      env: texts.optional().describe('On top of a small safe set; `${NAME}` reads a variable.'),
      url: text.optional(),
      headers: texts.optional().describe('`${NAME}` reads a variable.'),
      oauth: oauthSchema(),
      required: z.boolean().optional().describe('The run fails when it is not up in time.'),
      trust_hints: z
        .boolean()
        .optional()
        .describe('Believe what its tools say of themselves (`readOnlyHint` and such).'),
      allow_changes: z
        .boolean()
        .optional()
        .describe('Let it change the definitions of its tools during a run.'),
      always_load: z.boolean().optional().describe('Never defer its tools.'),
      secrets: z
        .array(z.string().regex(/^[A-Za-z_]\w*$/u))
        .optional()
        .describe('Variables with secrets that `${NAME}` may read for this server.'),
      startup_timeout_seconds: seconds.describe('Default: 30.'),
      timeout_seconds: seconds.describe(
        'The longest call. Default: `limits.tool_timeout_seconds`.',
      ),
      elicitation: elicitationSchema(),
    })
    .superRefine((given, context) => {
      const problem = shapeProblem(given);
      if (problem) context.addIssue({ code: 'custom', ...problem });
    });
}

export type WrittenMcpEntry = Readonly<z.infer<ReturnType<typeof entrySchema>>>;

/** The `mcp` section of a policy: servers by name. */
export function mcpSection() {
  return z.record(z.string().min(1), entrySchema()).superRefine((section, context) => {
    for (const name of Object.keys(section)) {
      const problem = serverNameProblem(name);
      if (problem === undefined) continue;
      const message = `The server’s name ${JSON.stringify(name.slice(0, 80))} ${problem}.`;
      context.addIssue({ code: 'custom', message, path: [name] });
    }
  });
}

interface ShapeProblem {
  readonly message: string;
  readonly path: string[];
}

/** Keys that have no effect beside the others are mistakes; the first is told. */
function shapeProblem(given: WrittenMcpEntry): ShapeProblem | undefined {
  return [
    aloneProblem(given, 'command', ['args', 'env']),
    aloneProblem(given, 'url', ['headers', 'oauth']),
    bothProblem(given),
    typeProblem(given),
  ].find((problem) => problem !== undefined);
}

function aloneProblem(
  given: WrittenMcpEntry,
  needed: 'command' | 'url',
  keys: readonly (keyof WrittenMcpEntry)[],
): ShapeProblem | undefined {
  const key = given[needed] === undefined && keys.find((name) => given[name] !== undefined);
  if (!key) return undefined;
  return { message: `\`${key}\` goes with a \`${needed}\`, and there is none.`, path: [key] };
}

function bothProblem({ command, url }: WrittenMcpEntry): ShapeProblem | undefined {
  if (command === undefined || url === undefined) return undefined;
  return { message: 'A server has a `command` or a `url`, not both.', path: ['url'] };
}

function typeProblem({ type, command, url }: WrittenMcpEntry): ShapeProblem | undefined {
  if (type === undefined) return undefined;
  const [needed, has] = type === 'stdio' ? ['command', command] : ['url', url];
  if (has !== undefined) return undefined;
  return { message: `\`type: ${type}\` needs a \`${needed}\`.`, path: ['type'] };
}
