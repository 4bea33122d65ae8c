import { type DumpLine, dumpLineAt } from './dump-line.ts';
import { type MappedText, MappedTextBuilder } from './mapped-text.ts';

interface Views {
  readonly plain: MappedTextBuilder;
  readonly turned: MappedTextBuilder;
  readonly cells: MappedTextBuilder;
}

const WORD = /[ \t]{1,2}((?:[0-9a-fA-F]{2}){1,8})(?=[\s|>]|$)/y;
/** Of `od -c`: four places for each byte. */
const CELL = /^(?: {3}[\s\S]| {2}\\[0abtnvfr]| [0-7]{3})$/;
const NAMED: Readonly<Record<string, number>> = {
  ...{ '\\0': 0, '\\a': 7, '\\b': 8, '\\t': 9, '\\n': 10, '\\v': 11, '\\f': 12, '\\r': 13 },
};
const USUAL_WIDTH = 16;

/** The bytes that dumps print (`xxd`, `hexdump`, `od`): as they stand, with words turned round, and of `od -c`. */
export function dumpViews(text: string): MappedText[] {
  const views = {
    plain: new MappedTextBuilder(),
    turned: new MappedTextBuilder(),
    cells: new MappedTextBuilder(),
  };
  let width = USUAL_WIDTH;
  let goesOn = -1;
  for (let at = 0; at < text.length; ) {
    const line = dumpLineAt(text, at);
    const next = (line?.end ?? endOfLine(text, at)) + 1;
    if (line) {
      const before = goesOn === at ? width : startBlock(views, at);
      width = widthOf(text, line, next) ?? before;
      if (!addCells(views.cells, text, line)) addWords(views, text, line, width);
    }
    // A star stands for lines that are like the one before.
    if (line || text.startsWith('*\n', at)) goesOn = next;
    at = next;
  }
  return Object.values(views).flatMap((view) => (view.length > 0 ? [view.build()] : []));
}

function startBlock(views: Views, at: number): number {
  for (const view of Object.values(views)) view.gap(at);
  return USUAL_WIDTH;
}

/** A dump shows its bytes as characters too, at the end of the line: there a find in it ends. */
export function endOfDump(text: string, end: number): number {
  const start = text.lastIndexOf('\n', Math.max(0, end - 1)) + 1;
  return dumpLineAt(text, start)?.end ?? end;
}

/** How many bytes the line has, by the offset of the next: both are hex, or both octal. */
function widthOf(text: string, line: DumpLine, next: number): number | undefined {
  const after = dumpLineAt(text, next);
  if (!after) return undefined;
  const widths = [16, 8].map(
    (base) => Number.parseInt(after.offset, base) - Number.parseInt(line.offset, base),
  );
  const room = Math.ceil((line.end - line.from) / 2);
  return widths.find((one) => one > 0 && one <= room);
}

function addWords({ plain, turned }: Views, text: string, line: DumpLine, width: number): void {
  let left = width;
  WORD.lastIndex = line.from;
  for (let found = WORD.exec(text); found && left > 0; found = WORD.exec(text)) {
    const word = found[1] ?? '';
    const start = WORD.lastIndex - word.length;
    const bytes = (word.match(/../g) ?? []).slice(0, left).map((hex) => Number.parseInt(hex, 16));
    left -= bytes.length;
    for (const [index, code] of bytes.entries()) {
      // Every other byte of UTF-16 is none.
      if (code !== 0) plain.addUnit(code, start + index * 2, start + index * 2 + 2);
    }
    for (const code of bytes.toReversed()) {
      if (code !== 0) turned.addUnit(code, start, start + word.length);
    }
  }
}

function addCells(view: MappedTextBuilder, text: string, { from, end }: DumpLine): boolean {
  if (end === from || (end - from) % 4 !== 0) return false;
  const bytes: number[] = [];
  for (let at = from; at < end; at += 4) {
    const cell = text.slice(at, at + 4);
    if (!CELL.test(cell)) return false;
    const sign = cell === '    ' ? ' ' : cell.trim();
    bytes.push(sign.length === 3 ? Number.parseInt(sign, 8) : (NAMED[sign] ?? sign.charCodeAt(0)));
  }
  for (const [index, code] of bytes.entries()) {
    view.addUnit(code, from + index * 4, from + index * 4 + 4);
  }
  return true;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
