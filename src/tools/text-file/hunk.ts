import * as z from 'zod';
import { lazySchema } from '../../tool/lazy-schema.ts';

/** One hunk of a unified diff; lines begin with ` `, `-`, `+` or `\`. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

export const hunkSchema = lazySchema(() =>
  z.strictObject({
    oldStart: z.number().describe('First line in the old text, 1-based'),
    oldLines: z.number().describe('Lines of the old text'),
    newStart: z.number().describe('First line in the new text, 1-based'),
    newLines: z.number().describe('Lines of the new text'),
    lines: z.array(z.string()).readonly().describe('Lines with their mark'),
  }),
);

/** The hunks as the text of a unified diff, without file names. */
export function hunksText(hunks: readonly Hunk[]): string {
  return hunks
    .map(
      (hunk) =>
        `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@\n${hunk.lines.join('\n')}`,
    )
    .join('\n');
}

/** `+1 -1`: how many lines came and went. */
export function changeCount(hunks: readonly Hunk[]): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return `+${count('+')} -${count('-')}`;
}
