import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';

export const globInputSchema = lazySchema(() =>
  z.strictObject({
    pattern: z.string().describe('Such as `src/**/*.{js,ts}`'),
    path: z.string().min(1).optional().describe('Folder; default: working directory'),
  }),
);
export type GlobInput = z.infer<ReturnType<typeof globInputSchema>>;

export const globOutputSchema = lazySchema(() =>
  z.strictObject({
    durationMs: z.number().describe('How long it took'),
    numFiles: z.number().describe('How many are listed'),
    filenames: z.array(z.string()).readonly().describe('Changed last first'),
    truncated: z.boolean().describe('There are more than are listed'),
    totalMatches: z.number().describe('How many there are'),
    countIsComplete: z.boolean().describe('Always true: a search that timed out is an error'),
    notes: z.array(z.string()).readonly().describe('What was passed over'),
  }),
);
export type GlobOutput = z.infer<ReturnType<typeof globOutputSchema>>;
