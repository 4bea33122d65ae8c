import { cutText } from '../../base/text.ts';

/** A line is cut here, in UTF-16 units. */
export const MAX_LINE_CHARS = 2_000;
/** What a page may hold, in UTF-16 units, line numbers included. */
const MAX_PAGE_CHARS = 60_000;
/** What a line number takes in the answer. */
const NUMBER_CHARS = 7;

/**
 * Collects one page of a text that comes in pieces: only the page is kept, and of an endless line
 * only its beginning. Lines after the page are counted.
 */
export class LinePage {
  readonly lines: string[] = [];
  /** Lines cut at `MAX_LINE_CHARS`. */
  cutLines = 0;
  /** The page was full before `limit` lines. */
  full = false;
  totalLines = 0;
  readonly #first: number;
  readonly #limit: number;
  readonly #lineBreak: string;
  #chars = 0;
  #head = '';
  #lineChars = 0;

  /** @param first number of the first line wanted, 1-based */
  constructor(first: number, limit: number, lineBreak: '\n' | '\r') {
    this.#first = first;
    this.#limit = limit;
    this.#lineBreak = lineBreak;
  }

  add(text: string): void {
    let from = 0;
    for (
      let at = text.indexOf(this.#lineBreak);
      at !== -1;
      at = text.indexOf(this.#lineBreak, from)
    ) {
      this.#extend(text, from, at);
      this.#endLine();
      from = at + 1;
    }
    this.#extend(text, from, text.length);
  }

  /** The text is complete: a last line without line end counts too. */
  end(): void {
    if (this.#lineChars > 0) this.#endLine();
  }

  #extend(text: string, from: number, to: number): void {
    const room = MAX_LINE_CHARS + 2 - this.#head.length;
    if (this.#wanted() && room > 0) this.#head += text.slice(from, Math.min(to, from + room));
    this.#lineChars += to - from;
  }

  #wanted(): boolean {
    const line = this.totalLines + 1;
    return line >= this.#first && this.lines.length < this.#limit && !this.full;
  }

  #endLine(): void {
    if (this.#wanted()) this.#keep();
    this.totalLines += 1;
    this.#head = '';
    this.#lineChars = 0;
  }

  #keep(): void {
    const carriage = this.#head.length === this.#lineChars && this.#head.endsWith('\r') ? 1 : 0;
    const length = this.#lineChars - carriage;
    const isLong = length > MAX_LINE_CHARS;
    const line = isLong
      ? `${cutText(this.#head, MAX_LINE_CHARS)} … [line cut: it has ${length} characters]`
      : this.#head.slice(0, length);
    this.#chars += line.length + NUMBER_CHARS + 1;
    if (this.#chars > MAX_PAGE_CHARS && this.lines.length > 0) {
      this.full = true;
      return;
    }
    this.lines.push(line);
    if (isLong) this.cutLines += 1;
  }
}
