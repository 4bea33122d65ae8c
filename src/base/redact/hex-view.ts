import { type MappedText, MappedTextBuilder } from './mapped-text.ts';

/** Three groups at least, of up to four bytes each, with blanks, colons, commas or dashes between. */
const GROUPS = /\b(?:0x)?[0-9a-fA-F]{2,8}(?:[\s:,-]{1,3}(?:0[xX])?(?:[0-9a-fA-F]{2}){1,4}\b){2,}/g;
const GROUP = /(?:0[xX])?([0-9a-fA-F]{2,8})/g;
/** A dump begins each line with an offset; without the colon only a small one is told from bytes. */
const OFFSET = /^[ \t]{0,8}(?:[0-9a-fA-F]{8}:|00[0-9a-fA-F]{4,6})(?=\s)/;
const MOST_IN_DUMP_LINE = 16;
const LONGEST_DUMP_LINE = 160;

/**
 * The bytes, one character each, of what is written as hex with something between the bytes, as
 * `xxd`, `od` and `hexdump -C` do; `undefined`: nothing is.
 */
export function hexView(text: string): MappedText | undefined {
  const view = new MappedTextBuilder();
  let done = -1;
  GROUPS.lastIndex = 0;
  for (let found = GROUPS.exec(text); found; found = GROUPS.exec(text)) {
    const { 0: run, index } = found;
    const goesOn = index - done < LONGEST_DUMP_LINE && isDumpLine(text, index);
    if (done >= 0 && !goesOn) view.gap(index);
    let at = index;
    for (const line of run.split('\n')) {
      addBytes(view, line, at, isDumpLine(text, at));
      at += line.length + 1;
    }
    done = index + run.length;
  }
  return view.length === 0 ? undefined : view.build();
}

/** A dump shows its bytes as characters too, at the end of the line: there they end. */
export function endOfDump(text: string, end: number): number {
  if (!isDumpLine(text, end - 1)) return end;
  const next = text.indexOf('\n', end);
  return next < 0 ? text.length : next;
}

function isDumpLine(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return at - start < LONGEST_DUMP_LINE && OFFSET.test(text.slice(start, start + 20));
}

function addBytes(view: MappedTextBuilder, line: string, at: number, inDump: boolean): void {
  const from = inDump ? (OFFSET.exec(line)?.[0].length ?? 0) : 0;
  const most = inDump ? MOST_IN_DUMP_LINE : Number.POSITIVE_INFINITY;
  let bytes = 0;
  GROUP.lastIndex = from;
  for (let group = GROUP.exec(line); group; group = GROUP.exec(line)) {
    const digits = group[1] ?? '';
    const first = at + GROUP.lastIndex - digits.length;
    for (let offset = 0; offset + 1 < digits.length && bytes < most; offset += 2, bytes += 1) {
      const code = Number.parseInt(digits.slice(offset, offset + 2), 16);
      // Every other byte of UTF-16 is none.
      if (code !== 0) view.add(String.fromCharCode(code), first + offset, first + offset + 2);
    }
  }
}
