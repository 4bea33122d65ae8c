import { dumpLineEnd } from './dump-line.ts';
import { type MappedText, MappedTextBuilder } from './mapped-text.ts';

const HEX = 1;
const BETWEEN = 2;
const X = 4;
const ZERO = 0x30;
const NEW_LINE = 10;
const BLANK = 32;
const TAB = 9;
const KINDS = new Uint8Array(128);
for (const unit of '0123456789abcdefABCDEF') KINDS[unit.charCodeAt(0)] = HEX;
for (const unit of ' \t\r\n:,-') KINDS[unit.charCodeAt(0)] = BETWEEN;
KINDS['x'.charCodeAt(0)] = X;
KINDS['X'.charCodeAt(0)] = X;

/** Nothing shorter holds a secret. One character in so many is looked at. */
const SHORTEST = 12;
const STEP = 8;
/** `,` and a new line with its indent. */
const MOST_BETWEEN = 24;

/**
 * The bytes, one character each, of what is written as hex with something between the bytes (`4a:5f`,
 * `0x4a, 0x5f`) and of lists of decimal numbers. What a dump prints is not looked at here.
 */
export function byteViews(text: string): MappedText[] {
  const lists = [new ByteList(3, hexBytes), new ByteList(6, decimalByte)];
  let done = 0;
  for (let probe = STEP - 1; probe < text.length; probe += STEP) {
    if (kindAt(text, probe) === 0) continue;
    let start = probe;
    while (start > done && kindAt(text, start - 1) !== 0) start -= 1;
    let end = probe + 1;
    while (kindAt(text, end) !== 0) end += 1;
    if (end - start >= SHORTEST) readRun(text, start, end, lists);
    done = end;
    probe = end;
  }
  return lists.flatMap((list) => list.build());
}

/** Reads group by group; each list takes those that it understands. */
function readRun(text: string, start: number, end: number, lists: readonly ByteList[]): void {
  let before = start;
  for (let at = skipBetween(text, start, end); at < end; ) {
    const skipped = startsLine(text, at) ? dumpLineEnd(text, at) : undefined;
    if (skipped !== undefined || at - before > MOST_BETWEEN) endAll(lists, at);
    before = skipped ?? takeGroup(text, at, end, lists);
    at = skipBetween(text, before, end);
  }
  endAll(lists, end);
}

function takeGroup(text: string, at: number, end: number, lists: readonly ByteList[]): number {
  let next = at;
  while (next < end && kindAt(text, next) !== BETWEEN) next += 1;
  const isWhole = !isWord(text, at - 1) && !isWord(text, next);
  for (const list of lists) list.take(text, at, isWhole ? next : at);
  return next;
}

function endAll(lists: readonly ByteList[], at: number): void {
  for (const list of lists) list.end(at);
}

function skipBetween(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && kindAt(text, at) === BETWEEN) at += 1;
  return at;
}

/** Whether only blanks stand before in the line. */
function startsLine(text: string, at: number): boolean {
  let unit = text.charCodeAt(at - 1);
  for (let back = at - 1; (unit === BLANK || unit === TAB) && at - back <= 8; back -= 1) {
    unit = text.charCodeAt(back - 1);
  }
  return Number.isNaN(unit) || unit === NEW_LINE;
}

/** Adds the bytes of a group to a view; gives how many, 0 for a group that holds none. */
type ReadBytes = (text: string, from: number, to: number, view: MappedTextBuilder) => number;

/** Groups that follow on each other; they count when there are enough of them. */
class ByteList {
  readonly #least: number;
  readonly #read: ReadBytes;
  readonly #view = new MappedTextBuilder();
  #before = this.#view.state;
  #groups = 0;

  constructor(least: number, read: ReadBytes) {
    this.#least = least;
    this.#read = read;
  }

  take(text: string, from: number, to: number): void {
    if (to > from && this.#read(text, from, to, this.#view) > 0) this.#groups += 1;
    else if (this.#groups > 0) this.end(to);
  }

  end(at: number): void {
    if (this.#groups === 0) return;
    if (this.#groups >= this.#least) {
      this.#view.gap(at);
      this.#before = this.#view.state;
    } else this.#view.state = this.#before;
    this.#groups = 0;
  }

  build(): MappedText[] {
    return this.#view.length === 0 ? [] : [this.#view.build()];
  }
}

function hexBytes(text: string, from: number, to: number, view: MappedTextBuilder): number {
  const hasPrefix = text.charCodeAt(from) === ZERO && kindAt(text, from + 1) === X;
  const start = hasPrefix ? from + 2 : from;
  const length = to - start;
  if (length < 2 || length > 8 || length % 2 !== 0) return 0;
  for (let at = start; at < to; at += 1) if (kindAt(text, at) !== HEX) return 0;
  for (let at = start; at < to; at += 2) {
    const code = digitAt(text, at) * 16 + digitAt(text, at + 1);
    // Every other byte of UTF-16 is none.
    if (code !== 0) view.addUnit(code, at, at + 2);
  }
  return length / 2;
}

function decimalByte(text: string, from: number, to: number, view: MappedTextBuilder): number {
  if (to - from > 3) return 0;
  let code = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return 0;
    code = code * 10 + digit;
  }
  if (code > 255) return 0;
  if (code !== 0) view.addUnit(code, from, to);
  return 1;
}

/** Of a hex digit. */
function digitAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 0x3a ? unit - ZERO : (unit | 0x20) - 0x57;
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? (KINDS[unit] ?? 0) : 0;
}

function isWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (unit >= ZERO && unit <= 0x39) || unit === 0x5f;
}
