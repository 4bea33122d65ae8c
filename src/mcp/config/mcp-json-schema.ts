import * as z from 'zod';

const text = z.string().min(1);
const texts = z.record(z.string(), z.string());

/** `.mcp.json` as Claude Code and others have it (contracts 5.4). What it does not name is passed over by its readers. */
export const mcpJsonSchema = z.strictObject({
  mcpServers: z.record(z.string(), z.unknown()),
  $schema: z.string().optional(),
});

const common = {
  timeout: z.number().positive().max(86_400_000).optional().describe('Of one call, ms.'),
  alwaysLoad: z.boolean().optional(),
  description: z.string().optional(),
  disabled: z.boolean().optional(),
  // What other programs keep there: which tools they don't ask about. Here rules say that.
  autoApprove: z.unknown().optional(),
  alwaysAllow: z.unknown().optional(),
};

const stdio = z.strictObject({
  type: z.literal('stdio').optional(),
  command: text,
  args: z.array(z.string()).optional(),
  env: texts.optional(),
  ...common,
});

const remote = z.strictObject({
  type: z.enum(['http', 'streamable-http', 'sse']),
  url: text,
  headers: texts.optional(),
  oauth: z
    .strictObject({
      clientId: text,
      clientSecret: text,
      tokenUrl: text.optional(),
      scope: text.optional(),
    })
    .optional(),
  ...common,
});

export type WrittenServer = Readonly<z.infer<typeof stdio> | z.infer<typeof remote>>;

/** The schema that an entry means to fit, so that what is told of it fits too. */
export function schemaOfEntry(entry: unknown): typeof stdio | typeof remote {
  const keys = typeof entry === 'object' && entry !== null ? Object.keys(entry) : [];
  return keys.includes('command') || !keys.includes('url') ? stdio : remote;
}
