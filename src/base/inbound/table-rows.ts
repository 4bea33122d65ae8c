const DELIMITER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const MARKS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
/** Behind the signs of a quote, what begins something else and so ends a table. */
const OTHER_BLOCK =
  /^(?:$|#{1,6}(?:[ \t]|$)|`{3}|~{3}|[-*+][ \t]|\d{1,9}[.)][ \t]|<(?:!--|\/?(?:details|div|p|table|h[1-6]|ul|ol|li|pre|blockquote|center|hr)\b))/i;

/** Follows tables line by line: cells beyond the columns of the header aren't drawn. */
export class TableRows {
  #columns = 0;
  #quotes = 0;

  /** Where the cells of a line end that are drawn, if the line is a row with more of them. */
  drawnEnd(line: string, lineBelow: string): number | undefined {
    const marks = MARKS.exec(line)?.[0] ?? '';
    const quotes = marks.split('>').length - 1;
    if (this.#columns > 0) {
      const row = /^[ \t>]*/.exec(line)?.[0].length ?? 0;
      if (quotes === this.#quotes && !OTHER_BLOCK.test(line.slice(row))) {
        const ends = cellEnds(line, row);
        return ends.length > this.#columns ? ends[this.#columns - 1] : undefined;
      }
      this.#columns = 0;
    }
    const start = MARKS.exec(lineBelow)?.[0].length ?? 0;
    const delimiter = lineBelow.slice(start);
    // A row of nothing but `-` makes a heading of the line above it.
    if (/[|:]/.test(delimiter) && DELIMITER.test(delimiter)) {
      const columns = cellEnds(line, marks.length).length;
      if (columns === cellEnds(lineBelow, start).length) {
        this.#columns = columns;
        this.#quotes = quotes;
      }
    }
    return undefined;
  }

  /** True from the header to the last row. */
  get isInside(): boolean {
    return this.#columns > 0;
  }
}

/** Where the cell that holds `at` ends, in a line that ends at `last`. */
export function cellEnd(text: string, at: number, last: number): number {
  const pipe = text.slice(at, last).search(/(?<!\\)\|/);
  return pipe < 0 ? last : at + pipe;
}

function cellEnds(line: string, from: number): number[] {
  const start = line[from] === '|' ? from + 1 : from;
  const ends: number[] = [];
  const pipes = /(?<!\\)\|/g;
  pipes.lastIndex = start;
  for (let found = pipes.exec(line); found; found = pipes.exec(line)) ends.push(pipes.lastIndex);
  if (line.slice(ends.at(-1) ?? start).trim() !== '') ends.push(line.length);
  return ends;
}
