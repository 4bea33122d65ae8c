/** A member whose value is complete. */
export interface Member {
  readonly key: string;
  readonly value: unknown;
}

const OPEN = '{[';
const CLOSE = '}]';
const BETWEEN = ': ,\n\r\t';

/**
 * Reads a JSON object that comes in pieces, and gives each of its members as soon as its value is
 * complete. Every character is looked at once, however many pieces there are. What is no JSON gives no
 * members: who needs to be sure reads the whole again.
 */
export class PartialObject {
  #text = '';
  #at = 0;
  #depth = 0;
  #inString = false;
  /** Where the key or value at hand begins; -1 between them. */
  #start = -1;
  #key: string | undefined;

  /** The members that this piece completes. */
  push(piece: string): readonly Member[] {
    this.#text += piece;
    const found: Member[] = [];
    for (; this.#at < this.#text.length; this.#at += 1) {
      const member = this.#step(this.#text.charAt(this.#at));
      if (member) found.push(member);
    }
    return found;
  }

  #step(character: string): Member | undefined {
    if (this.#inString) return this.#inText(character);
    if (OPEN.includes(character)) this.#depth += 1;
    if (CLOSE.includes(character)) {
      this.#depth -= 1;
      // The value of the last member may end with the object itself: `{"a": 1}`.
      return this.#depth <= 1 ? this.#end(this.#at + this.#depth) : undefined;
    }
    if (character === ',' && this.#depth === 1) return this.#end(this.#at);
    this.#inString = character === '"';
    const isOuter = character === '{' && this.#depth === 1;
    if (!BETWEEN.includes(character) && !isOuter) this.#begin();
    return undefined;
  }

  #begin(): void {
    // A value that is a list or an object has just made it one deeper.
    if (this.#start < 0 && (this.#depth === 1 || this.#depth === 2)) this.#start = this.#at;
  }

  #inText(character: string): Member | undefined {
    if (character === '\\') {
      this.#at += 1;
      return undefined;
    }
    if (character !== '"') return undefined;
    this.#inString = false;
    return this.#depth === 1 ? this.#end(this.#at + 1) : undefined;
  }

  /** The key or value at hand ends before `end`. */
  #end(end: number): Member | undefined {
    if (this.#start < 0) return undefined;
    const value = parse(this.#text.slice(this.#start, end));
    this.#start = -1;
    if (this.#key === undefined) {
      this.#key = typeof value === 'string' ? value : undefined;
      return undefined;
    }
    const member = { key: this.#key, value };
    this.#key = undefined;
    return value === undefined ? undefined : member;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
