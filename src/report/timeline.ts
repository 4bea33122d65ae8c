import { formatDuration } from './format.ts';
import { plainText } from './plain-text.ts';
import { longestOf, type TimelineEntries, type TimelineEntry } from './timeline-entries.ts';

const COLUMNS = 40;
const LABEL = 44;
const MAX_ROWS = 60;

/**
 * Bars of when the run did what, as plain text of fixed width: it looks the same wherever the summary
 * is read. Of very many entries the longest are shown.
 */
export function timelineChart({ entries, left: dropped }: TimelineEntries): string {
  if (entries.length === 0) return '';
  const start = entries.reduce((first, entry) => Math.min(first, entry.start), Infinity);
  const end = entries.reduce((last, entry) => Math.max(last, entry.end), -Infinity);
  const whole = Math.max(1, end - start);
  const rows = longest(entries).map((entry) => {
    const from = Math.min(COLUMNS - 1, Math.floor(((entry.start - start) / whole) * COLUMNS));
    const to = Math.max(from + 1, Math.round(((entry.end - start) / whole) * COLUMNS));
    const mark = entry.kind === 'model' ? '▒' : '█';
    const bar = `${' '.repeat(from)}${mark.repeat(to - from)}`.padEnd(COLUMNS);
    const time = formatDuration(entry.end - entry.start).padStart(9);
    return `${labelOf(entry)} │${bar}│${time}`;
  });
  const left = dropped + entries.length - rows.length;
  const scale = `${'0'.padStart(LABEL + 3)}${formatDuration(whole).padStart(COLUMNS - 1)}`;
  return [scale, ...rows, ...(left > 0 ? [`… and ${left} shorter ones`] : [])].join('\n');
}

/** The longest entries, in the order in which they began. */
function longest(entries: readonly TimelineEntry[]): TimelineEntry[] {
  if (entries.length <= MAX_ROWS) return entries.toSorted((a, b) => a.start - b.start);
  return longestOf(entries, MAX_ROWS).sort((a, b) => a.start - b.start);
}

function labelOf({ label, isError }: TimelineEntry): string {
  const text = `${isError ? '✘ ' : ''}${plainText(label).replace(/\s+/g, ' ')}`;
  const units = [...text];
  const cut = units.length > LABEL ? `${units.slice(0, LABEL - 1).join('')}…` : text;
  return cut + ' '.repeat(Math.max(0, LABEL - [...cut].length));
}
