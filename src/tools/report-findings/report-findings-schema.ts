import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';
import { semanticNumber } from '../../tool/semantic.ts';

const SEVERITIES = ['error', 'warning', 'notice'] as const;

const findingInput = lazySchema(() =>
  z.strictObject({
    path: z.string().min(1).describe('The file'),
    line: semanticNumber(z.int().min(1)).describe('First line'),
    end_line: semanticNumber(z.int().min(1)).optional().describe('Last line, if another'),
    severity: z.enum(SEVERITIES).describe('How bad'),
    rule: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,49}$/)
      .optional()
      .describe('Kind, such as sql-injection'),
    message: z.string().trim().min(1).describe('What is wrong and why'),
    suggestion: z
      .string()
      .optional()
      .describe('Whole lines, indented, for exactly these; empty: none'),
  }),
);

export const reportFindingsInputSchema = lazySchema(() =>
  z.strictObject({
    findings: z.array(findingInput()).max(50).describe('What was found'),
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
