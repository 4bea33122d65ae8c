import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';

const server = z.string().min(1).describe('Name of the MCP server.');

export const listInputSchema = lazySchema(() =>
  z.strictObject({ server: server.optional().describe('Name of the MCP server. Default: all.') }),
);

export const readInputSchema = lazySchema(() =>
  z.strictObject({
    server,
    uri: z
      .string()
      .min(1)
      .max(2_000)
      .describe('Address of the resource, as ListMcpResources gives it; a template’s filled in.'),
  }),
);

export const authInputSchema = lazySchema(() => z.strictObject({ server }));
