import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { semanticNumber } from '../../tool/semantic.ts';

const SEVERITIES = ['error', 'warning', 'notice'] as const;

const findingInput = lazySchema(() =>
  z.strictObject({
    path: z.string().min(1).max(4_096).describe('The file'),
    line: semanticNumber(z.int().min(1)).describe('First line it is about, as Read numbers it'),
    end_line: semanticNumber(z.int().min(1))
      .optional()
      .describe('Last line; absent: the first alone'),
    severity: z.enum(SEVERITIES).describe('error: wrong; warning: risky; notice: worth a look'),
    rule: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,49}$/)
      .optional()
      .describe('Its kind, such as sql-injection'),
    message: z.string().trim().min(1).max(4_000).describe('What is wrong, and why it matters'),
    suggestion: z
      .string()
      .max(20_000)
      .optional()
      .describe('What to put in place of exactly these whole lines; empty: nothing'),
  }),
);

export const reportFindingsInputSchema = lazySchema(() =>
  z.strictObject({
    findings: z.array(findingInput()).max(50).describe('None: all was looked at, nothing found'),
  }),
);
export type FindingsInput = z.infer<ReturnType<typeof reportFindingsInputSchema>>;

const findingOutput = lazySchema(() =>
  z.strictObject({
    path: z.string().describe('From the top of the checkout, with slashes'),
    line: z.number(),
    endLine: z.number(),
    severity: z.enum(SEVERITIES),
    rule: z.string().optional(),
    message: z.string(),
    suggestion: z.string().optional(),
    text: z.string().describe('The lines it is about, as they stood'),
  }),
);

export const reportFindingsOutputSchema = lazySchema(() =>
  z.strictObject({
    reportedFindings: z.array(findingOutput()).readonly().describe('What this call added'),
    total: z.number().describe('Findings of the run so far'),
  }),
);
export type FindingsOutput = z.infer<ReturnType<typeof reportFindingsOutputSchema>>;
