import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { semanticNumber } from '../../tool/semantic.ts';

export const readInputSchema = lazySchema(() =>
  z.strictObject({
    file_path: z.string().min(1).describe('Best absolute'),
    offset: semanticNumber(z.number().int().min(0)).optional().describe('First line, from 1'),
    limit: semanticNumber(z.number().int().min(1)).optional().describe('Lines'),
  }),
);
export type ReadInput = z.infer<ReturnType<typeof readInputSchema>>;

export const readOutputSchema = lazySchema(() =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('text').describe('Lines of a text file'),
      file: z
        .strictObject({
          filePath: z.string().describe('Absolute path'),
          content: z.string().describe('The lines shown, without numbers, joined by line feeds'),
          numLines: z.number().describe('How many lines are shown'),
          startLine: z.number().describe('Number of the first line shown'),
          totalLines: z.number().describe('Lines of the whole file'),
          truncatedByTokenCap: z.boolean().optional().describe('Fewer lines than asked for'),
          notes: z.array(z.string()).readonly().describe('What the reader has to know besides'),
        })
        .describe('The part of the file'),
    }),
    z.strictObject({
      type: z.literal('file_unchanged').describe('The same as in an earlier answer'),
      file: z.strictObject({ filePath: z.string().describe('Absolute path') }).describe('The file'),
    }),
  ]),
);
export type ReadOutput = z.infer<ReturnType<typeof readOutputSchema>>;
