/**
 * Tells fenced code apart, line by line (CommonMark 4.5): a fence ends with one of its own kind that is as
 * long at least, or with the text.
 */
export class Fences {
  #open: { readonly mark: string; readonly length: number } | undefined;

  /** The next line stands in one. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Whether the line belongs to a fenced block; the fences themselves do. */
  takes(line: string): boolean {
    const found = /^ {0,3}(?:[-*+>] +)?(`{3,}|~{3,})(.*)$/u.exec(line);
    const run = found?.[1] ?? '';
    const rest = found?.[2] ?? '';
    if (this.#open === undefined) {
      if (run === '' || (run.startsWith('`') && rest.includes('`'))) return false;
      this.#open = { mark: run.charAt(0), length: run.length };
      return true;
    }
    const { mark, length } = this.#open;
    if (run.startsWith(mark) && run.length >= length && rest.trim() === '') this.#open = undefined;
    return true;
  }
}
