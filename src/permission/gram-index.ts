/** How much a decision looked at, in characters and entries: for tests of how it grows. */
export interface Effort {
  steps: number;
}

interface Entry<Value> {
  readonly order: number;
  readonly literal: string;
  readonly value: Value;
}

const SHELVES = 2 ** 15;
const MOST = 255;
const GRAM = 3;
/** So many are tried sooner than looked up. */
const FEW = 16;

/**
 * Patterns by three neighbouring characters that a text must have in order to match: a text meets
 * those alone that it may match, however many there are. Which of several matches is the first added.
 */
export class GramIndex<Value> {
  readonly #shelves = new Map<number, Entry<Value>[]>();
  /** How many stand on each shelf, up to `MOST`; absent while they are few. */
  #counts: Uint8Array | undefined;
  /** Those that demand too little of a text; all of them while they are few. */
  #always: Entry<Value>[] = [];
  readonly #effort: Effort;
  #size = 0;

  constructor(effort: Effort) {
    this.#effort = effort;
  }

  /** `literal`: stands in every text that matches. */
  add(literal: string, value: Value): void {
    const entry = { order: this.#size, literal, value };
    this.#size += 1;
    if (this.#counts) this.#shelve(entry, this.#counts);
    else this.#always.push(entry);
    if (this.#size === FEW) this.#layOut();
  }

  find(text: string, matches: (value: Value) => boolean): Value | undefined {
    if (this.#size === 0) return undefined;
    return this.#candidates(text).find(({ value }) => {
      this.#effort.steps += text.length;
      return matches(value);
    })?.value;
  }

  #layOut(): void {
    const entries = this.#always;
    this.#always = [];
    this.#counts = new Uint8Array(SHELVES);
    for (const entry of entries) this.#shelve(entry, this.#counts);
  }

  /** On the emptiest of its shelves: patterns with a beginning in common don't crowd one. */
  #shelve(entry: Entry<Value>, counts: Uint8Array): void {
    const { literal } = entry;
    let best: number | undefined;
    let key = 0;
    for (let at = 0; at < literal.length; at += 1) {
      key = nextKey(key, literal.charCodeAt(at));
      const isBetter = best === undefined || (counts[key] ?? 0) < (counts[best] ?? 0);
      if (at >= GRAM - 1 && isBetter) best = key;
    }
    if (best === undefined) {
      this.#always.push(entry);
      return;
    }
    const shelf = this.#shelves.get(best) ?? [];
    shelf.push(entry);
    this.#shelves.set(best, shelf);
    counts[best] = Math.min(MOST, shelf.length);
  }

  #candidates(text: string): readonly Entry<Value>[] {
    const counts = this.#counts;
    if (!counts) return this.#always;
    this.#effort.steps += text.length;
    const met = new Set<Entry<Value>[]>();
    let key = 0;
    for (let at = 0; at < text.length; at += 1) {
      key = nextKey(key, text.charCodeAt(at));
      // The first two make no whole key; a shelf too many costs time alone.
      const shelf = counts[key] ? this.#shelves.get(key) : undefined;
      if (shelf) met.add(shelf);
    }
    if (met.size === 0) return this.#always;
    return [this.#always, ...met].flat().sort((one, other) => one.order - other.order);
  }
}

/** Of the three last characters: five bits are pushed out at the top for every one that comes in. */
function nextKey(key: number, code: number): number {
  return ((key << 5) ^ code) & (SHELVES - 1);
}

/** The longest of these, for the index. */
export function longest(literals: readonly string[]): string {
  return literals.reduce((best, one) => (one.length > best.length ? one : best), '');
}
