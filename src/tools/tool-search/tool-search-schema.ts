import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { semanticNumber } from '../../tool/semantic.ts';

export const toolSearchInputSchema = lazySchema(() =>
  z.strictObject({
    query: z.string().max(50_000).describe('`select:` and names, or keywords'),
    // Beyond what is given at most it is taken as that: to refuse it would cost a turn.
    max_results: semanticNumber()
      .optional()
      .describe('Most tools that keywords find, up to 50; default 5'),
  }),
);
export type ToolSearchInput = z.infer<ReturnType<typeof toolSearchInputSchema>>;

export const toolSearchOutputSchema = lazySchema(() =>
  z.strictObject({
    query: z.string(),
    /** Names of the tools that can be called now, best first. */
    found: z.array(z.string()),
    /** Sentences about what was not found, or was there already. */
    notes: z.array(z.string()),
    /** How many tools wait in all. */
    total: z.number().int(),
  }),
);
export type ToolSearchOutput = z.infer<ReturnType<typeof toolSearchOutputSchema>>;
