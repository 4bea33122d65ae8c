/** Characters that are looked at together. */
export const GRAM = 4;

const BITS = 17;
/** A prime near the golden ratio of 2^32 spreads what differs in a few bits. */
const SPREAD = 0x9e3779b1;

const FIRST_DRAWN = 0x21;
const LAST_DRAWN = 0x7e;

/** The number of the first three of four characters whose last one is drawn; `undefined` otherwise. */
export function drawnBefore(gram: number): number | undefined {
  const last = gram & 0xff;
  return last >= FIRST_DRAWN && last <= LAST_DRAWN ? gram >>> 8 : undefined;
}

/**
 * A set of runs of four characters that is asked at every place of a text, which takes little more
 * time than reading it. Of a character its lower eight bits count; whoever asks compares then.
 */
export class GramFilter {
  readonly #marks = new Uint8Array(1 << BITS);

  /** Adds the four characters at an offset; gives the number that `each` tells for them. */
  add(text: string, at: number): number {
    let gram = 0;
    for (let i = at; i < at + GRAM; i++) gram = (gram << 8) | (text.charCodeAt(i) & 0xff);
    this.#mark(gram);
    return gram;
  }

  /** Adds three characters with any fourth that is drawn in ASCII; gives their number (`drawnBefore`). */
  addAnyLast(text: string): number {
    let three = 0;
    for (let i = 0; i < GRAM - 1; i++) three = (three << 8) | (text.charCodeAt(i) & 0xff);
    for (let last = FIRST_DRAWN; last <= LAST_DRAWN; last++) this.#mark((three << 8) | last);
    return three;
  }

  #mark(gram: number): void {
    this.#marks[Math.imul(gram, SPREAD) >>> (32 - BITS)] = 1;
  }

  /** Tells every place at which four such characters may stand. */
  each(text: string, tell: (gram: number, at: number) => void): void {
    const marks = this.#marks;
    let gram = 0;
    for (let last = 0; last < text.length; last++) {
      gram = (gram << 8) | (text.charCodeAt(last) & 0xff);
      if (marks[Math.imul(gram, SPREAD) >>> (32 - BITS)] === 0 || last < GRAM - 1) continue;
      tell(gram, last - GRAM + 1);
    }
  }
}
