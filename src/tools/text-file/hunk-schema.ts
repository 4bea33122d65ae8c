import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';

/** A `Hunk`. */
export const hunkSchema = lazySchema(() =>
  z.strictObject({
    oldStart: z.number().describe('First line in the old text, 1-based'),
    oldLines: z.number().describe('Lines of the old text'),
    newStart: z.number().describe('First line in the new text, 1-based'),
    newLines: z.number().describe('Lines of the new text'),
    lines: z.array(z.string()).readonly().describe('Lines with their mark'),
  }),
);
