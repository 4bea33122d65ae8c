import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';

export const briefInputSchema = lazySchema(() =>
  z.strictObject({
    summary: z
      .string()
      .min(1)
      .max(60_000)
      .describe('What you need to go on: task, what was done and found out, what is left'),
  }),
);
export type BriefInput = z.infer<ReturnType<typeof briefInputSchema>>;

export const briefOutputSchema = lazySchema(() =>
  z.strictObject({ summaryChars: z.number().int().min(0) }),
);
export type BriefOutput = z.infer<ReturnType<typeof briefOutputSchema>>;
