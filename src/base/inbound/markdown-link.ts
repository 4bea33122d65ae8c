const BLANKS = /\s*/y;
const ADDRESS = /<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)?/y;
const TITLE = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)/y;

const AUTOLINK = /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]{1,64}@[\w.-]{1,255})>/y;
const REFERENCE = /\]\[([^[\]]{0,999})\]/y;

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

/** The name behind the `][` of a link or an image. */
export function readReference(text: string, at: number) {
  REFERENCE.lastIndex = at;
  const name = REFERENCE.exec(text)?.[1];
  return name === undefined ? undefined : { name, end: REFERENCE.lastIndex };
}

/** Behind an image whose text ends at `close`; `undefined`: it is none, or `![name]`. */
export function imageEnd(text: string, close: number): number | undefined {
  return readDestination(text, close)?.end ?? readReference(text, close)?.end;
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

export function backticksAt(text: string, at: number): number {
  let run = 1;
  while (text[at + run] === '`') run += 1;
  return run;
}

/** Behind the `<https://…>` at `at`, if there is one. */
export function autolinkEnd(text: string, at: number): number | undefined {
  AUTOLINK.lastIndex = at;
  return AUTOLINK.test(text) ? AUTOLINK.lastIndex : undefined;
}
