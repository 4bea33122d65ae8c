import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { semanticNumber } from '../../tool/semantic.ts';

export const toolSearchInputSchema = lazySchema(() =>
  z.strictObject({
    query: z
      .string()
      .min(1)
      .max(2_000)
      .describe(
        '`select:` and exact names with commas between, or keywords; `+word` must be in the name',
      ),
    max_results: semanticNumber(z.number().int().min(1).max(50))
      .optional()
      .describe('How many tools keywords may find. Default 5'),
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
