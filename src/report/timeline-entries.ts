/** Something that took time: a request to the model, or a call. */
export interface TimelineEntry {
  readonly kind: 'model' | 'tool';
  readonly label: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly isError: boolean;
}

/** What took how long, within bounds: of very many the longest are kept. */
export interface TimelineEntries {
  /** In the order in which they ended. */
  readonly entries: readonly TimelineEntry[];
  /** How many shorter ones there were. */
  readonly left: number;
}

const MOST = 1_000;

export class Timeline implements TimelineEntries {
  entries: TimelineEntry[] = [];
  left = 0;

  add(entry: TimelineEntry): void {
    this.entries.push(entry);
    if (this.entries.length <= MOST) return;
    // Half of them at a time: sorting for every entry would make long runs slower and slower.
    const kept = new Set(longestOf(this.entries, MOST / 2));
    this.left += this.entries.length - kept.size;
    this.entries = this.entries.filter((one) => kept.has(one));
  }
}

/** The longest entries, longest first. */
export function longestOf(entries: readonly TimelineEntry[], most: number): TimelineEntry[] {
  return entries.toSorted((a, b) => b.end - b.start - (a.end - a.start)).slice(0, most);
}
