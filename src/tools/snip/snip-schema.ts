import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { semanticNumber } from '../../tool/semantic.ts';

export const snipInputSchema = lazySchema(() =>
  z.strictObject({
    keep_last: semanticNumber(z.number().int().min(1).max(1_000)).describe(
      'How many of the latest results stay',
    ),
    tools: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(50)
      .optional()
      .describe('Only results of these tools; all when left out'),
  }),
);
export type SnipInput = z.infer<ReturnType<typeof snipInputSchema>>;

export const snipOutputSchema = lazySchema(() =>
  z.strictObject({
    keepLast: z.number().int(),
    tools: z.array(z.string()).optional(),
  }),
);
export type SnipOutput = z.infer<ReturnType<typeof snipOutputSchema>>;
