/** Lines of the new side that stand together in a diff: those that a review comment can be at. */
export interface Hunk {
  /** 1-based number of the first. */
  readonly start: number;
  readonly lines: readonly string[];
}

/** Hunks by the path of the new file, from the top of the repository, with slashes. */
export type DiffHunks = ReadonlyMap<string, readonly Hunk[]>;

/**
 * Reads a diff of git's. Lines are counted, so that no line of a file passes for a header. Files
 * whose names git writes in quotes are left out.
 */
export function hunksOfDiff(diff: string): DiffHunks {
  const files = new Map<string, readonly Hunk[]>();
  const lines = diff.split('\n');
  for (let at = 0; at < lines.length; ) {
    const name = /^\+\+\+ b\/(.*?)\t?$/.exec(lines[at] ?? '')?.[1];
    at += 1;
    if (name === undefined) continue;
    const { hunks, next } = readHunks(lines, at);
    files.set(name, hunks);
    at = next;
  }
  return files;
}

/** Reads what GitHub gives as the `patch` of one file. */
export function hunksOfPatch(patch: string): readonly Hunk[] {
  return readHunks(patch.split('\n'), 0).hunks;
}

function readHunks(lines: readonly string[], from: number) {
  const hunks: Hunk[] = [];
  let at = from;
  for (;;) {
    const head = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[at] ?? '');
    if (!head) return { hunks, next: at };
    const [, oldCount = '1', start = '1', newCount = '1'] = head;
    const counts = { old: Number(oldCount), new: Number(newCount) };
    const { kept, next } = readLines(lines, at + 1, counts);
    if (kept.length > 0) hunks.push({ start: Number(start), lines: kept });
    at = next;
  }
}

/** The lines of the new side, until both sides have as many as the head said. */
function readLines(lines: readonly string[], from: number, counts: { old: number; new: number }) {
  const kept: string[] = [];
  let at = from;
  for (; (counts.old > 0 || counts.new > 0) && at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = line[0] ?? ' ';
    // “\ No newline at end of file”
    if (mark === '\\') continue;
    if (mark !== '+') counts.old -= 1;
    if (mark === '-') continue;
    counts.new -= 1;
    kept.push(line.slice(1).replace(/\r$/, ''));
  }
  while (lines[at]?.startsWith('\\')) at += 1;
  return { kept, next: at };
}
