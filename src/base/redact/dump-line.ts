/** A dump begins each line with an offset: `00000010:`, `00000010` or, in octal, `0000020`. */
const OFFSET = /[ \t]{0,8}(?:([0-9a-fA-F]{8}):?|([0-9a-fA-F]{7}|0[0-9a-fA-F]{5}))(?=[ \t])/y;
const NEW_LINE = 10;
const LONGEST = 1_200;

/** One line of a dump. */
export interface DumpLine {
  /** Where its data begins, and where it ends: behind it the bytes stand as characters. */
  readonly from: number;
  readonly end: number;
  /** The offset as it is written. */
  readonly offset: string;
}

/** The line of a dump that begins at `at`, the start of a line or its first character. */
export function dumpLineAt(text: string, at: number): DumpLine | undefined {
  OFFSET.lastIndex = at;
  const found = OFFSET.exec(text);
  if (!found) return undefined;
  const { lastIndex: from } = OFFSET;
  const next = text.indexOf('\n', from);
  const end = next < 0 ? text.length : next;
  const offset = found[1] ?? found[2] ?? '';
  // Eight digits without a colon may be data; a dump's offset grows from nothing.
  const isData = text[from - 1] !== ':' && !offset.startsWith('0');
  return end - from > LONGEST || isData ? undefined : { from, end, offset };
}

/** Where the line of a dump ends whose first character stands at `at`. */
export function dumpLineEnd(text: string, at: number): number | undefined {
  let start = at;
  while (start > 0 && at - start <= 8 && /[ \t]/.test(text.charAt(start - 1))) start -= 1;
  if (start > 0 && text.charCodeAt(start - 1) !== NEW_LINE) return undefined;
  return dumpLineAt(text, start)?.end;
}
