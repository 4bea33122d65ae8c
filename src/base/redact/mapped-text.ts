import { Buffer } from 'node:buffer';
import type { Span } from './span.ts';

/** A text read out of another, that knows where each of its characters stood there. */
export interface MappedText {
  readonly text: string;
  /** The stretch of the first text that a stretch of this one was read from. */
  origin(span: Span): Span;
}

const LINE_FEED = 10;
/** Of each piece: where it starts in the new text, and `[from, to)` in the first. */
const PIECE = 3;

/** Puts a mapped text together, piece by piece, in order. Texts full of escapes have a piece a character. */
export class MappedTextBuilder {
  #units = new Uint16Array(64);
  #length = 0;
  #pieces = new Int32Array(PIECE * 16);
  #pieceEnd = 0;

  /** `text` was read from `[from, to)`; of the same length: character by character. */
  add(text: string, from: number, to: number): void {
    if (text === '') return;
    this.#addPiece(from, to, text.length);
    for (let at = 0; at < text.length; at++) this.#units[this.#length + at] = text.charCodeAt(at);
    this.#length += text.length;
  }

  /** The same for one UTF-16 unit. */
  addUnit(unit: number, from: number, to: number): void {
    this.#addPiece(from, to, 1);
    this.#units[this.#length] = unit;
    this.#length += 1;
  }

  /** Keeps what stands before apart from what comes: no secret goes over three line breaks. */
  gap(at: number): void {
    for (let count = 0; count < 3; count++) this.addUnit(LINE_FEED, at, at);
  }

  get length(): number {
    return this.#length;
  }

  /** To go back to: what was added since is forgotten. */
  get state(): readonly [length: number, pieceEnd: number] {
    return [this.#length, this.#pieceEnd];
  }

  set state([length, pieceEnd]) {
    this.#length = length;
    this.#pieceEnd = pieceEnd;
  }

  build(): MappedText {
    const { buffer } = this.#units;
    return {
      text: Buffer.from(buffer, 0, this.#length * 2).toString('utf16le'),
      origin: ({ start, end, label }) => ({
        start: this.#origin(start).from,
        end: this.#origin(end - 1).to,
        label,
      }),
    };
  }

  #addPiece(from: number, to: number, length: number): void {
    if (this.#length + length > this.#units.length) {
      const units = new Uint16Array((this.#length + length) * 2);
      units.set(this.#units);
      this.#units = units;
    }
    if (this.#pieceEnd === this.#pieces.length) {
      const pieces = new Int32Array(this.#pieces.length * 2);
      pieces.set(this.#pieces);
      this.#pieces = pieces;
    }
    this.#pieces[this.#pieceEnd] = this.#length;
    this.#pieces[this.#pieceEnd + 1] = from;
    this.#pieces[this.#pieceEnd + 2] = to;
    this.#pieceEnd += PIECE;
  }

  #origin(at: number): { from: number; to: number } {
    const pieces = this.#pieces;
    let low = 0;
    let high = this.#pieceEnd / PIECE - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pieces[middle * PIECE] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const start = pieces[low * PIECE] ?? 0;
    const next = (low + 1) * PIECE;
    const end = next < this.#pieceEnd ? (pieces[next] ?? 0) : this.#length;
    const from = pieces[low * PIECE + 1] ?? 0;
    const to = pieces[low * PIECE + 2] ?? 0;
    if (end - start !== to - from) return { from, to };
    const same = from + at - start;
    return { from: same, to: same + 1 };
  }
}
