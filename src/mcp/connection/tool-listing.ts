import { createHash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';

/**
 * A server's definition of one tool, as it came. Nothing is asked of its input schema yet: one tool that is not well
 * defined must not take the others with it.
 */
const listingSchema = lazySchema(() =>
  z.looseObject({
    // No name that is taken: it is told of and left out.
    name: z.string().catch(''),
    title: z.string().optional().catch(undefined),
    description: z.string().optional().catch(undefined),
    inputSchema: z.unknown().optional(),
    annotations: z
      .looseObject({
        title: z.string().optional(),
        readOnlyHint: z.boolean().optional(),
        destructiveHint: z.boolean().optional(),
      })
      .optional()
      .catch(undefined),
    _meta: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
);

export type ToolListing = z.infer<ReturnType<typeof listingSchema>>;

const pageSchema = lazySchema(() =>
  z.looseObject({
    tools: z.array(listingSchema().catch({ name: '' })),
    nextCursor: z.string().optional(),
  }),
);

export interface Listed {
  readonly tools: readonly ToolListing[];
  /** It has more than are taken. */
  readonly isCut: boolean;
}

/** The most tools of one server: their names alone would fill the model's window. */
export const MAX_TOOLS = 500;
const MAX_PAGES = 100;

/** All pages of a server's tools, up to a bound. */
export async function listTools(
  client: Client,
  options: { readonly signal?: AbortSignal; readonly timeout: number },
): Promise<Listed> {
  if (client.getServerCapabilities()?.tools === undefined) return { tools: [], isCut: false };
  const tools: ToolListing[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, pageSchema(), options);
    tools.push(...answer.tools);
    if (tools.length > MAX_TOOLS) return { tools: tools.slice(0, MAX_TOOLS), isCut: true };
    cursor = answer.nextCursor;
    if (cursor === undefined) return { tools, isCut: false };
  }
  return { tools, isCut: true };
}

/** The same for definitions that mean the same, whatever the order of their keys. */
export function pinOf({ name, description, inputSchema, annotations }: ToolListing): string {
  const definition = { name, description, inputSchema, annotations };
  try {
    return createHash('sha256').update(canonical(definition)).digest('hex');
  } catch {
    // Nested deeper than anything can follow: it is not offered.
    return 'unreadable';
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(entries);
  });
}
