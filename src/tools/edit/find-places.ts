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
  const raw = wanted.includes('\r') ? search(text, wanted) : [];
  if (raw.length > 0)
    return { ...located(text, text, raw, wanted.length, (x) => x), exactLineEnds: true };
  const { flat, toOriginal } = flatten(text);
  const flatWanted = wanted.replaceAll('\r\n', '\n');
  const found = search(flat, flatWanted);
  return {
    ...located(text, flat, found, flatWanted.length, toOriginal),
    exactLineEnds: flat === text && flatWanted === wanted,
  };
}

/** All offsets, those that overlap too. */
function search(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
}

function located(
  text: string,
  flat: string,
  found: readonly number[],
  length: number,
  toOriginal: (offset: number) => number,
): Pick<Places, 'places' | 'overlap'> {
  const lineBreak = flat === text ? lineBreakOf(text) : '\n';
  const lines = lineCounter(flat, lineBreak);
  const places: Place[] = [];
  let overlap = false;
  let free = 0;
  for (const at of found) {
    if (at < free) {
      overlap = true;
      continue;
    }
    free = at + length;
    const firstLine = lines(at);
    // A line end at the very end belongs to the line it ends.
    places.push({
      start: toOriginal(at),
      end: toOriginal(free),
      firstLine,
      lastLine: lines(free - 1),
    });
  }
  return { places, overlap };
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
