import type { Finding } from '../../tool/tool-use-context.ts';
import type { Hunk } from './diff-hunks.ts';

/** Lines of the head, all in one hunk of the diff. */
export interface Place {
  readonly line: number;
  readonly endLine: number;
  /** All the lines that the finding is about stand there, and no others. */
  readonly whole: boolean;
}

/**
 * Where in the diff a finding can stand; `undefined`: nowhere. The agent reads the work tree (a merge
 * with the base, or what it changed itself), where lines can have other numbers than in the head: so
 * the lines themselves decide, and a number only between places that are alike.
 */
export function placeFinding(finding: Finding, hunks: readonly Hunk[]): Place | undefined {
  const wanted = finding.text.split('\n');
  const starts = hunks.flatMap((hunk) => startsIn(hunk, wanted));
  if (starts.includes(finding.line)) return wholeAt(finding.line, wanted.length);
  const [only, ...others] = starts;
  // What is on many lines (a brace) tells nothing of where it moved.
  if (only !== undefined && others.length === 0 && finding.text.trim().length > 3)
    return wholeAt(only, wanted.length);
  return overlap(finding, wanted, hunks);
}

function wholeAt(line: number, length: number): Place {
  return { line, endLine: line + length - 1, whole: true };
}

function startsIn({ start, lines }: Hunk, wanted: readonly string[]): number[] {
  return lines.flatMap((_line, at) =>
    at + wanted.length <= lines.length && wanted.every((line, index) => line === lines[at + index])
      ? [start + at]
      : [],
  );
}

/** The part of the lines that is in the diff, where nothing moved. */
function overlap(
  { line, endLine }: Finding,
  wanted: readonly string[],
  hunks: readonly Hunk[],
): Place | undefined {
  for (const { start, lines } of hunks) {
    const first = Math.max(line, start);
    const last = Math.min(endLine, start + lines.length - 1);
    if (first > last) continue;
    const same = lines
      .slice(first - start, last - start + 1)
      .every((text, index) => text === wanted[first - line + index]);
    if (same) return { line: first, endLine: last, whole: false };
  }
  return undefined;
}
