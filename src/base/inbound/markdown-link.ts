const BLANKS = /\s*/y;
const ADDRESS = /<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)?/y;
const TITLE = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)/y;

/** Address and title behind the `](` of a link or an image. */
export interface Destination {
  readonly address: string;
  readonly hasTitle: boolean;
  readonly end: number;
}

/** What begins with the `](` at `at`, taken step by step so that no blank is looked at twice. */
export function readDestination(text: string, at: number): Destination | undefined {
  if (!text.startsWith('](', at)) return undefined;
  let end = at + 2;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = end;
    const found = pattern.exec(text)?.[0] ?? '';
    end += found.length;
    return found;
  };
  take(BLANKS);
  const address = take(ADDRESS);
  const hasTitle = take(BLANKS) !== '' && take(TITLE) !== '';
  take(BLANKS);
  return text[end] === ')' ? { address, hasTitle, end: end + 1 } : undefined;
}

/** Of each bracket of an image, the one that closes it; a blank line ends all that are open. */
export function imageBrackets(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  let open: number[] = [];
  for (const found of text.matchAll(/\\[\s\S]|\[|\]|\n[ \t]*\n/g)) {
    if (found[0] === '[') open.push(found.index);
    else if (found[0] === ']') {
      const start = open.pop();
      if (start !== undefined && text[start - 1] === '!') pairs.set(start, found.index);
    } else if (found[0].startsWith('\n')) open = [];
  }
  return pairs;
}

/** Behind the code span that opens with `run` backticks at `at`, if it ends before `last`. */
export function spanEnd(text: string, at: number, run: number, last: number): number | undefined {
  const runs = /`+/g;
  runs.lastIndex = at + run;
  for (let found = runs.exec(text); found && found.index < last; found = runs.exec(text)) {
    if (found[0].length === run) return runs.lastIndex;
  }
  return undefined;
}
