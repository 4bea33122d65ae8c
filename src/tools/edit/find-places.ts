import { flatten, lineBreakOf } from '../text-file/line-ends.ts';

/** Where a wanted text stands in a file. */
export interface Place {
  /** UTF-16 offsets in the text of the file, `[start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Its lines, 1-based, both included. */
  readonly firstLine: number;
  readonly lastLine: number;
}

export interface Places {
  readonly places: readonly Place[];
  /** The wanted text stands there byte for byte, line ends included. */
  readonly exactLineEnds: boolean;
  /** Two places share characters: which to replace can't be told. */
  readonly overlap: boolean;
}

/**
 * Finds a text exactly but for line ends: models write `\n` for whatever ends a line. Where the
 * wanted text names a `\r` and stands there so, line ends count as well. `wanted` must not be empty.
 */
export function findPlaces(text: string, wanted: string): Places {
  const raw = wanted.includes('\r') ? search(text, wanted) : undefined;
  if (raw && raw.offsets.length > 0) {
    const places = located(text, text, raw.offsets, wanted.length, (offset) => offset);
    return { places, overlap: raw.overlap, exactLineEnds: true };
  }
  const { flat, toOriginal } = flatten(text);
  const flatWanted = wanted.replaceAll('\r\n', '\n');
  const { offsets, overlap } = search(flat, flatWanted);
  const places = located(text, flat, offsets, flatWanted.length, toOriginal);
  return { places, overlap, exactLineEnds: flat === text && flatWanted === wanted };
}

interface Found {
  readonly offsets: readonly number[];
  readonly overlap: boolean;
}

/** From left to right, none inside another; whether one would begin inside another is told. */
function search(text: string, wanted: string): Found {
  const offsets: number[] = [];
  let overlap = false;
  let at = text.indexOf(wanted);
  while (at !== -1) {
    offsets.push(at);
    const next = text.indexOf(wanted, at + 1);
    const isInside = next !== -1 && next < at + wanted.length;
    overlap ||= isInside;
    at = isInside ? text.indexOf(wanted, at + wanted.length) : next;
  }
  return { offsets, overlap };
}

function located(
  text: string,
  flat: string,
  found: readonly number[],
  length: number,
  toOriginal: (offset: number) => number,
): Place[] {
  const lines = lineCounter(flat, flat === text ? lineBreakOf(text) : '\n');
  return found.map((at) => {
    const firstLine = lines(at);
    // A line end at the very end belongs to the line it ends.
    const lastLine = lines(at + length - 1);
    return { start: toOriginal(at), end: toOriginal(at + length), firstLine, lastLine };
  });
}

/** Line numbers of ascending offsets in one pass. */
function lineCounter(text: string, lineBreak: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf(lineBreak);
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = text.indexOf(lineBreak, next + 1);
    }
    return line;
  };
}
