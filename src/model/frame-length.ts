import { MOST_BYTES } from './event-length.ts';

/** A frame of a binary stream has a length that none can have: the stream counts as cut. */
class ImpossibleFrameError extends Error {
  override readonly name = 'ImpossibleFrameError';

  constructor(bytes: number) {
    super(`A frame of the answer is said to have ${bytes} bytes, which none can have.`);
  }
}

/** Two lengths, their checksum, and that of the whole; bytes. */
const LEAST_BYTES = 16;
/** Where a frame says how long it is. */
const LENGTH_BYTES = 4;

/**
 * Measures the frames of AWS' event stream encoding: each begins with its whole length, 32 bits, big endian.
 * Whoever reads them sets aside as much memory as a frame says it has, before any of it has come.
 */
export class FrameLength {
  /** What came so far of the length of a frame. */
  #head: number[] = [];
  /** What is still to come of a frame whose length is known, bytes. */
  #left = 0;

  /**
   * Takes the next bytes of the stream, before anybody else sees them.
   * @throws ImpossibleFrameError
   */
  take(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      const inside = Math.min(this.#left, chunk.length - at);
      at += inside;
      this.#left -= inside;
      while (this.#left === 0 && at < chunk.length) {
        this.#head.push(chunk[at] ?? 0);
        at += 1;
        if (this.#head.length === LENGTH_BYTES) this.#begin();
      }
    }
  }

  #begin(): void {
    const bytes = Buffer.from(this.#head).readUInt32BE();
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) throw new ImpossibleFrameError(bytes);
    this.#head = [];
    this.#left = bytes - LENGTH_BYTES;
  }
}
