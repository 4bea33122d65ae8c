import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { semanticNumber } from '../../tool/semantic.ts';

export const bashInputSchema = lazySchema(() =>
  z.strictObject({
    command: z.string().describe('The command line'),
    timeout: semanticNumber(z.number().int().min(1)).optional().describe('Time limit, ms'),
    description: z.string().optional().describe('What it does, in few words'),
  }),
);
export type BashInput = z.infer<ReturnType<typeof bashInputSchema>>;

export const bashOutputSchema = lazySchema(() =>
  z.strictObject({
    stdout: z
      .string()
      .describe('Output and error output as they came; begin and end of it when it is long'),
    stderr: z.string().describe('Always empty: both streams are in `stdout`, in their order'),
    interrupted: z.boolean().describe('Ended from outside before it was done'),
    exitCode: z.number().describe('128 + the number of the signal when one ended it'),
    signal: z.string().optional().describe('Name of the signal that ended it'),
    timedOutAfterMs: z.number().optional().describe('The time limit that it ran into'),
    returnCodeInterpretation: z.string().optional().describe('Why an exit code is no failure'),
    persistedOutputPath: z.string().optional().describe('File with the whole output'),
    persistedOutputSize: z.number().optional().describe('Bytes of the whole output'),
    notes: z.array(z.string()).readonly().describe('What the reader has to know besides'),
  }),
);
export type BashOutput = z.infer<ReturnType<typeof bashOutputSchema>>;

/** Told about once a second while a command runs. */
export interface BashProgress {
  readonly elapsedSeconds: number;
  readonly outputBytes: number;
  readonly lines: number;
}
