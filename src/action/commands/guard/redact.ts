import * as z from 'zod';
import { createRedactor, type Redactor } from '../../../base/redactor.ts';
import { seeThrough } from '../../../report/see-through.ts';
import type { Guard } from './guard.ts';

const requestSchema = z
  .object({
    secrets: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    text: z.string().optional(),
    chunks: z.array(z.string()).optional(),
  })
  .refine(({ text, chunks }) => (text === undefined) !== (chunks === undefined), {
    error: 'give either “text” or “chunks”',
  });

/** Takes secrets out of a text, whole or in the pieces it comes in, with the redactor of a run's reports. */
export const redactGuard: Guard = {
  name: 'redact',
  answer: (line) => {
    const { secrets, text, chunks } = requestSchema.parse(line);
    const redactor = seeThrough(createRedactor(secrets));
    return { text: chunks ? inPieces(redactor, chunks) : redactor.redact(text ?? '') };
  },
  refuse: (reason) => ({ rejected: reason }),
};

function inPieces(redactor: Redactor, chunks: readonly string[]): string {
  const stream = redactor.stream();
  return chunks.map((chunk) => stream.push(chunk)).join('') + stream.end();
}
