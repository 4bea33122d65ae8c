import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { semanticBoolean } from '../../tool/semantic.ts';
import { hunkSchema } from '../text-file/hunk-schema.ts';

export const editInputSchema = lazySchema(() =>
  z.strictObject({
    file_path: z.string().min(1).describe('Best absolute'),
    old_string: z.string().describe('Text to replace'),
    new_string: z.string().describe('Text in its place'),
    replace_all: semanticBoolean().optional().describe('Every occurrence'),
  }),
);
export type EditInput = z.infer<ReturnType<typeof editInputSchema>>;

export const editOutputSchema = lazySchema(() =>
  z.strictObject({
    filePath: z.string().describe('Absolute path'),
    oldString: z.string().describe('As given'),
    newString: z.string().describe('As given'),
    originalFile: z
      .string()
      .nullable()
      .describe('Text before the edit; null for a new file or one above 100,000 characters'),
    structuredPatch: z.array(hunkSchema()).readonly().describe('The change, as hunks'),
    userModified: z.literal(false).describe('Nobody is there to change it'),
    replaceAll: z.boolean().describe('Whether every occurrence was asked for'),
    lines: z
      .array(z.number())
      .readonly()
      .describe('Lines where it was replaced; empty for a new file'),
    created: z.boolean().describe('The file is new'),
    note: z.string().optional().describe('What the model has to know besides'),
  }),
);
export type EditOutput = z.infer<ReturnType<typeof editOutputSchema>>;
