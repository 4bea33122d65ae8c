import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 20;
const [LF, CR, TAB, BLANK, QUOTE, COMMA, BACKSLASH] = [10, 13, 9, 32, 34, 44, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** The text of one value, where it begins (1-based), and whether its end was in the file. */
export interface JsonText {
  readonly text: string;
  readonly line: number;
  readonly isWhole: boolean;
  /** An element of an array, not a line. */
  readonly isElement: boolean;
}

/**
 * The values of a file of JSON lines, or the elements of a file that is one JSON array, one in memory
 * at a time. Nothing is parsed: only brackets, quotes and commas are looked at.
 * @throws the system's error when the file can't be read.
 */
export function* jsonValues(path: string): Generator<JsonText> {
  const descriptor = openSync(path, 'r');
  try {
    const splitter = new Splitter();
    const chunk = Buffer.alloc(CHUNK);
    for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
      yield* splitter.take(chunk.subarray(0, size));
    }
    yield* splitter.end();
  } finally {
    closeSync(descriptor);
  }
}

class Splitter {
  #isArray: boolean | undefined;
  #closed = false;
  #line = 1;
  #startLine = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** What earlier chunks held of the value that is being read; `undefined`: none is. */
  #parts: Buffer[] | undefined;

  *take(chunk: Buffer): Generator<JsonText> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#parts === undefined && this.#begins(byte)) {
        this.#parts = [];
        this.#startLine = this.#line;
        from = at;
      }
      if (this.#parts !== undefined && this.#ends(byte)) {
        this.#parts.push(chunk.subarray(from, at));
        yield this.#value(true);
      }
      if (byte === LF) this.#line++;
    }
    // A copy: the chunk is read into again.
    this.#parts?.push(Buffer.from(chunk.subarray(from)));
  }

  *end(): Generator<JsonText> {
    if (this.#parts !== undefined) yield this.#value(false);
    else if (this.#isArray && !this.#closed) {
      yield { text: '', line: this.#line, isWhole: false, isElement: true };
    }
  }

  #value(isWhole: boolean): JsonText {
    const text = Buffer.concat(this.#parts ?? []).toString('utf8');
    this.#parts = undefined;
    return { text, line: this.#startLine, isWhole, isElement: this.#isArray === true };
  }

  #begins(byte: number): boolean {
    if (byte === BLANK || byte === LF || byte === CR || byte === TAB) return false;
    if (this.#isArray === undefined) {
      this.#isArray = byte === OPEN_LIST;
      return !this.#isArray;
    }
    if (!this.#isArray || this.#closed) return true;
    if (byte === CLOSE_LIST) this.#closed = true;
    return byte !== COMMA && byte !== CLOSE_LIST;
  }

  /** Asked for every byte of a value in turn. */
  #ends(byte: number): boolean {
    if (!this.#isArray || this.#closed) return byte === LF;
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
      return false;
    }
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth++;
    else if (byte === COMMA) return this.#depth === 0;
    else if (byte === CLOSE_OBJECT) this.#depth--;
    else if (byte === CLOSE_LIST) {
      this.#closed = this.#depth === 0;
      this.#depth = Math.max(0, this.#depth - 1);
      return this.#closed;
    }
    return false;
  }
}
