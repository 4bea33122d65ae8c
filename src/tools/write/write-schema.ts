import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { hunkSchema } from '../text-file/hunk-schema.ts';

export const writeInputSchema = lazySchema(() =>
  z.strictObject({
    file_path: z.string().min(1).describe('Best absolute'),
    content: z.string().describe('Its whole text'),
  }),
);
export type WriteInput = z.infer<ReturnType<typeof writeInputSchema>>;

export const writeOutputSchema = lazySchema(() => {
  const fields = {
    filePath: z.string().describe('Absolute path'),
    content: z.string().describe('As given'),
    structuredPatch: z.array(hunkSchema()).readonly().describe('The change, as hunks'),
    originalFile: z
      .string()
      .nullable()
      .describe('Text before; null for a new file or one above 100,000 characters'),
    userModified: z.literal(false).describe('Nobody is there to change it'),
  };
  return z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('create').describe('The file is new'), ...fields }),
    z.strictObject({ type: z.literal('update').describe('The file was replaced'), ...fields }),
  ]);
});
export type WriteOutput = z.infer<ReturnType<typeof writeOutputSchema>>;
