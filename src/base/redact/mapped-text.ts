import type { Span } from './span.ts';

/** A text read out of another, that knows where each of its characters stood there. */
export interface MappedText {
  readonly text: string;
  /** The stretch of the first text that a stretch of this one was read from. */
  origin(span: Span): Span;
}

/** Puts a mapped text together, piece by piece, in order. */
export class MappedTextBuilder {
  readonly #pieces: string[] = [];
  /** Of each piece: where it starts in the new text, and `[from, to)` in the first. */
  readonly #starts: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  #length = 0;

  /** `text` was read from `[from, to)`; of the same length: character by character. */
  add(text: string, from: number, to: number): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#starts.push(this.#length);
    this.#from.push(from);
    this.#to.push(to);
    this.#length += text.length;
  }

  /** Keeps what stands before apart from what comes: no secret goes over three line breaks. */
  gap(at: number): void {
    this.add('\n\n\n', at, at);
  }

  get length(): number {
    return this.#length;
  }

  build(): MappedText {
    return {
      text: this.#pieces.join(''),
      origin: ({ start, end, label }) => ({
        start: this.#origin(start).from,
        end: this.#origin(end - 1).to,
        label,
      }),
    };
  }

  #origin(at: number): { from: number; to: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const from = this.#from[low] ?? 0;
    const to = this.#to[low] ?? 0;
    if (this.#pieces[low]?.length !== to - from) return { from, to };
    const same = from + at - (this.#starts[low] ?? 0);
    return { from: same, to: same + 1 };
  }
}
