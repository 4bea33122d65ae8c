import type { LineRange, ReadRecord } from '../../tool/read-state.ts';
import type { TextFile } from './load-text.ts';

/** Longer texts are not kept for comparing: time and size have to do. */
const MAX_KEPT_CHARS = 2_000_000;

/** The text for a read record; `undefined` when it is too long to keep. */
export function keptText(text: string): string | undefined {
  return text.length > MAX_KEPT_CHARS ? undefined : text;
}

/** True when a file is as it was when the model last saw it. */
export function isUnchanged(record: ReadRecord, file: TextFile): boolean {
  if (record.content !== undefined) return record.content === file.text;
  return record.mtimeMs === file.stats.mtimeMs && record.size === file.stats.size;
}

/** True when the model has seen all of these lines. */
export function knowsLines(record: ReadRecord, wanted: LineRange): boolean {
  if (record.known === undefined) return true;
  return mergeRanges(record.known).some(
    (range) => range.from <= wanted.from && wanted.to <= range.to,
  );
}

/** Ranges in order, those that touch or overlap joined. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const merged: LineRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = merged[merged.length - 1];
    if (last && range.from <= last.to + 1)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else merged.push(range);
  }
  return merged;
}

/** The known ranges after `edited` lines, inside one of them, became `count` more (or fewer) lines. */
export function shiftRanges(
  ranges: readonly LineRange[] | undefined,
  edited: LineRange,
  count: number,
): readonly LineRange[] | undefined {
  return ranges?.map((range) => {
    if (range.to < edited.from) return range;
    const from = range.from > edited.to ? range.from + count : range.from;
    return { from, to: range.to + count };
  });
}
