import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';

export type AnswerInput = Readonly<Record<string, unknown>>;
export interface AnswerOutput {
  /** The accepted answer; its shape is the user's schema. */
  readonly structured_output: unknown;
}

/** The user's own schema checks the input, in `call`: errors then name places in the answer. */
export const answerInputSchema = lazySchema(() => z.record(z.string(), z.unknown()));
export const answerOutputSchema = lazySchema(() =>
  z.strictObject({ structured_output: z.unknown().describe('The accepted answer') }),
);
