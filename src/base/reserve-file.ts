import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { randomBytes } from './random.ts';

const STEP = 65_536;

/** A file that holds nothing but its place on the disk, for what must still be written when that is full. */
export class ReserveFile {
  readonly #path: string;
  readonly #descriptor: number;
  #open = true;
  #size = 0;
  #filling: Buffer | undefined;

  /** @throws the system's error when it can't be made, or is there already. */
  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(path, 'wx', 0o600);
  }

  /**
   * Takes up at least so many bytes, in steps as long as there is room for them.
   * @throws the system's error when there is no room; it stays as large as it was then.
   */
  growTo(bytes: number): void {
    if (!this.#open || bytes <= this.#size) return;
    try {
      this.#fill(bytes + STEP);
    } catch {
      this.#fill(bytes);
    }
  }

  /** Gives room back: of a disk, or of the length that a file may have. */
  shrinkTo(bytes: number): void {
    if (!this.#open || bytes >= this.#size) return;
    ftruncateSync(this.#descriptor, bytes);
    this.#size = bytes;
  }

  /** Gives all of it back. Safe to call again; never throws. */
  giveUp(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.#descriptor);
    giveUpReserve(this.#path);
  }

  #fill(to: number): void {
    // Not zeros: there are file systems that keep no place for those.
    this.#filling ??= randomBytes(STEP);
    try {
      for (let at = this.#size; at < to; ) {
        at += writeSync(this.#descriptor, this.#filling, 0, Math.min(STEP, to - at), at);
      }
      this.#size = to;
    } catch (thrown) {
      ftruncateSync(this.#descriptor, this.#size);
      throw thrown;
    }
  }
}

/** The same for the reserve of a process that is gone. */
export function giveUpReserve(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Then it stays: there is nothing else to be done about it.
  }
}
