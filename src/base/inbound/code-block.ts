const FENCE = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_MARK = /^([ \t]*)(?:[-*+]|\d{1,9}[.)]|\[\^[^[\]\s]{1,99}\]:)(?:[ \t]+|$)/;

/**
 * Finds blocks of code in Markdown, line by line. Where readers could differ on whether something
 * is code it isn't: then what is hidden in it goes, which at worst takes a comment out of an example.
 */
export class CodeBlocks {
  readonly #text: string;
  /** Columns at which the contents of the open lists begin. */
  #lists: number[] = [];
  #afterBlank = true;

  constructor(text: string) {
    this.#text = text;
  }

  /** For the line that begins at `at`: where the block of code that begins with it ends, if one does. */
  blockAt(at: number, mayBeFence: boolean): number | undefined {
    const line = lineAt(this.#text, at);
    if (line.trim() === '') {
      this.#afterBlank = true;
      return undefined;
    }
    const afterBlank = this.#afterBlank;
    this.#afterBlank = false;
    const rest = this.#enterLists(line);
    const column = this.#lists.at(-1) ?? 0;
    const indent = columns(rest) - (rest === line ? column : 0);
    const fence = FENCE.exec(rest);
    if (fence?.[2] && indent <= 3 && mayBeFence) {
      this.#afterBlank = true;
      return this.#endOfFence(at + line.length + 1, fence[2], column);
    }
    if (this.#lists.length === 0 && afterBlank && indent >= 4) {
      this.#afterBlank = true;
      return at + line.length;
    }
    return undefined;
  }

  /** Closes and opens lists as the line says; gives what stands behind its marks. */
  #enterLists(line: string): string {
    const indent = columns(line);
    this.#lists = this.#lists.filter((column) => column <= indent);
    let rest = line;
    let column = 0;
    for (let mark = LIST_MARK.exec(rest); mark; mark = LIST_MARK.exec(rest)) {
      // A mark that far in is a paragraph or code, not a list.
      if (columns(rest) - (rest === line ? (this.#lists.at(-1) ?? 0) : 0) > 3) break;
      column += mark[0].length;
      rest = rest.slice(mark[0].length);
      this.#lists.push(mark[0].startsWith('[') ? 4 : column);
      if (this.#lists.length > 50) break;
    }
    return rest;
  }

  #endOfFence(from: number, run: string, column: number): number {
    const closing = new RegExp(`^[ \\t]*${run[0]}{${run.length},}[ \\t]*$`);
    let at = from;
    while (at <= this.#text.length) {
      const line = lineAt(this.#text, at);
      const indent = columns(line);
      // A list that ends takes its fences with it.
      if (line.trim() !== '' && indent < column) return at - 1;
      at += line.length;
      if (closing.test(line) && indent <= column + 3) return at;
      at += 1;
    }
    return this.#text.length;
  }
}

export function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end < 0 ? text.length : end);
}

function columns(line: string): number {
  let count = 0;
  for (const unit of line) {
    if (unit !== ' ' && unit !== '\t') break;
    count = unit === '\t' ? count + 4 - (count % 4) : count + 1;
  }
  return count;
}
