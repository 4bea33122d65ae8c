import { dumpLineEnd } from './dump-line.ts';
import { type MappedText, MappedTextBuilder } from './mapped-text.ts';

const HEX = 1;
const BETWEEN = 2;
const X = 4;
const ZERO = 0x30;
const NEW_LINE = 10;
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
    if (skipped !== undefined || at - before > MOST_BETWEEN) endAll(lists);
    before = skipped ?? takeGroup(text, at, end, lists);
    at = skipBetween(text, before, end);
  }
  endAll(lists);
}

function takeGroup(text: string, at: number, end: number, lists: readonly ByteList[]): number {
  let next = at;
  while (next < end && kindAt(text, next) !== BETWEEN) next += 1;
  const isWhole = !isWord(text, at - 1) && !isWord(text, next);
  for (const list of lists) list.take(text, at, isWhole ? next : at);
  return next;
}

function endAll(lists: readonly ByteList[]): void {
  for (const list of lists) list.end();
}

function skipBetween(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && kindAt(text, at) === BETWEEN) at += 1;
  return at;
}

/** Whether only blanks stand before in the line. */
function startsLine(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start <= 8 && /[ \t]/.test(text.charAt(start - 1))) start -= 1;
  return start === 0 || text.charCodeAt(start - 1) === NEW_LINE;
}

/** Reads the bytes of a group to the end of `into`; gives how many, 0 for a group that holds none. */
type ReadBytes = (text: string, from: number, to: number, into: number[]) => number;

/** Groups that follow on each other; they count when there are enough of them. */
class ByteList {
  readonly #least: number;
  readonly #read: ReadBytes;
  readonly #view = new MappedTextBuilder();
  readonly #bytes: number[] = [];
  /** Of each byte: where it is written. */
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  #groups = 0;

  constructor(least: number, read: ReadBytes) {
    this.#least = least;
    this.#read = read;
  }

  take(text: string, from: number, to: number): void {
    const count = to > from ? this.#read(text, from, to, this.#bytes) : 0;
    if (count === 0) {
      if (this.#groups > 0) this.end();
      return;
    }
    this.#groups += 1;
    const width = count > 1 ? 2 : to - from;
    for (let left = count; left > 0; left -= 1) {
      this.#from.push(to - left * width);
      this.#to.push(to - (left - 1) * width);
    }
  }

  end(): void {
    if (this.#groups >= this.#least) {
      this.#view.gap(this.#from[0] ?? 0);
      for (const [index, code] of this.#bytes.entries()) {
        // Every other byte of UTF-16 is none.
        if (code !== 0) this.#view.add(byteAt(code), this.#from[index] ?? 0, this.#to[index] ?? 0);
      }
    }
    this.#groups = 0;
    for (const list of [this.#bytes, this.#from, this.#to]) list.length = 0;
  }

  build(): MappedText[] {
    return this.#view.length === 0 ? [] : [this.#view.build()];
  }
}

const BYTES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));

function byteAt(code: number): string {
  return BYTES[code] ?? '';
}

function hexBytes(text: string, from: number, to: number, into: number[]): number {
  const hasPrefix = kindAt(text, from + 1) === X && text.charCodeAt(from) === ZERO;
  const start = hasPrefix ? from + 2 : from;
  const length = to - start;
  if (length < 2 || length > 8 || length % 2 !== 0) return 0;
  for (let at = start; at < to; at += 1) if (kindAt(text, at) !== HEX) return 0;
  for (let at = start; at < to; at += 2) {
    into.push(digitAt(text, at) * 16 + digitAt(text, at + 1));
  }
  return length / 2;
}

function decimalByte(text: string, from: number, to: number, into: number[]): number {
  if (to - from > 3) return 0;
  let code = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return 0;
    code = code * 10 + digit;
  }
  return code > 255 ? 0 : into.push(code) && 1;
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
