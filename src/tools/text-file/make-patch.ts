import { structuredPatch } from 'diff';
import type { Hunk } from './hunk.ts';

/** More changed lines than this take seconds to compare: one hunk with all of them is shown instead. */
const MAX_EDIT_LENGTH = 2_000;
const CONTEXT = 3;

/** The difference of two texts in hunks; none when they are equal. */
export function makePatch(before: string, after: string): Hunk[] {
  if (before === after) return [];
  const options = { context: CONTEXT, maxEditLength: MAX_EDIT_LENGTH };
  const patch = structuredPatch('', '', before, after, '', '', options);
  if (!patch) return [oneHunk(linesOf(before), linesOf(after))];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines,
  }));
}

function oneHunk(before: readonly string[], after: readonly string[]): Hunk {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  const start = Math.max(0, head - CONTEXT);
  const end = Math.max(0, tail - CONTEXT);
  const marked = (lines: readonly string[], mark: string) => lines.map((line) => mark + line);
  return {
    oldStart: start + 1,
    oldLines: before.length - end - start,
    newStart: start + 1,
    newLines: after.length - end - start,
    lines: [
      ...marked(before.slice(start, head), ' '),
      ...marked(before.slice(head, before.length - tail), '-'),
      ...marked(after.slice(head, after.length - tail), '+'),
      ...marked(before.slice(before.length - tail, before.length - end), ' '),
    ],
  };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines[lines.length - 1] === '' ? lines.slice(0, -1) : lines;
}
