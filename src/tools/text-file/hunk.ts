import type { Rendered } from '../../tool/rendering.ts';

/** One hunk of a unified diff; lines begin with ` `, `-`, `+` or `\`. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** The hunks as a unified diff, without file names; nothing where nothing changed. */
export function patchBlocks(hunks: readonly Hunk[]): Rendered {
  return hunks.length === 0 ? [] : [{ type: 'diff', text: hunksText(hunks) }];
}

/** The same as text. */
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
