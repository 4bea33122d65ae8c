import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { semanticBoolean, semanticNumber } from '../../tool/semantic.ts';

const count = (what: string) => semanticNumber(z.number().int().min(0)).optional().describe(what);
const flag = (what: string) => semanticBoolean().optional().describe(what);

export const grepInputSchema = lazySchema(() =>
  z.strictObject({
    pattern: z.string().min(1).describe('In ripgrep’s syntax'),
    path: z.string().min(1).optional().describe('File or folder; default: working directory'),
    glob: z.string().optional().describe('Only such files: `*.{ts,tsx}`, `!*.test.ts`'),
    type: z.string().optional().describe('Only this type: js, py, rust …'),
    output_mode: z
      .enum(['files_with_matches', 'content', 'count'])
      .optional()
      .describe('Default files_with_matches'),
    '-A': count('Lines after a match'),
    '-B': count('Lines before it'),
    '-C': count('Lines around it'),
    context: count('As -C'),
    '-n': flag('Line numbers, default true'),
    '-i': flag('Ignore case'),
    '-o': flag('Only what matches'),
    head_limit: count('Most lines or files, default 250; 0: all'),
    offset: count('Lines or files to pass over'),
    multiline: flag('Matches may span lines'),
  }),
);
export type GrepInput = z.infer<ReturnType<typeof grepInputSchema>>;
export type GrepMode = NonNullable<GrepInput['output_mode']>;

export const grepOutputSchema = lazySchema(() =>
  z.strictObject({
    mode: z.enum(['files_with_matches', 'content', 'count']).describe('What is shown'),
    numFiles: z.number().describe('How many files are shown'),
    filenames: z.array(z.string()).readonly().describe('The files shown, by path'),
    content: z.string().optional().describe('The lines (content) or `file:number` (count)'),
    numLines: z.number().optional().describe('How many lines are shown'),
    numMatches: z.number().optional().describe('How many lines match in all'),
    totalFiles: z.number().describe('How many files match in all'),
    totalLines: z.number().optional().describe('How many lines there are in all'),
    appliedLimit: z.number().optional().describe('The limit that cut the result'),
    appliedOffset: z.number().optional().describe('How many were passed over'),
    notes: z.array(z.string()).readonly().describe('What was not searched or not shown'),
  }),
);
export type GrepOutput = z.infer<ReturnType<typeof grepOutputSchema>>;
