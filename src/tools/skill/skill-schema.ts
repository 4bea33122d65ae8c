import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';

export const skillInputSchema = lazySchema(() =>
  z.strictObject({
    skill: z.string().min(1).max(500).describe('Its name in the list'),
    args: z.string().max(10_000).optional().describe('What it is to work on'),
  }),
);
export type SkillInput = z.infer<ReturnType<typeof skillInputSchema>>;

export const skillOutputSchema = lazySchema(() =>
  z.strictObject({
    skill: z.string(),
    file: z.string(),
    chars: z.number().int().min(0),
    notes: z.array(z.string()),
  }),
);
export type SkillOutput = z.infer<ReturnType<typeof skillOutputSchema>>;
