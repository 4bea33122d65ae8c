const FENCE = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_MARK = /^([ \t]*)(?:[-*+]|\d{1,9}[.)]|\[\^[^[\]\s]{1,99}\]:)(?:[ \t]+|$)/;
const HTML_BLOCK = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]*){0,50}<[/!?A-Za-z]/;
const RAW_BLOCK = /^[ \t]*<(pre|script|style|textarea)(?=[\s>]|$)/i;

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

/** For a line that begins a block of HTML: the name, if it lasts up to the closing tag. */
export function htmlBlock(line: string): { readonly rawName: string | undefined } | undefined {
  return HTML_BLOCK.test(line) ? { rawName: RAW_BLOCK.exec(line)?.[1] } : undefined;
}

/** No code up to the next blank line: only there do readers agree that something new begins. */
export function codelessEnd(text: string, at: number, rawName?: string): number {
  const end = rawName === undefined ? /\n[ \t]*(?=\n)/g : new RegExp(`</${rawName}`, 'gi');
  end.lastIndex = at;
  return (end.exec(text)?.index ?? text.length) + 1;
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
