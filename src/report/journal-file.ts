import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { ReserveFile } from '../base/reserve-file.ts';

/** What is kept back for the last messages of a run that can write no more, bytes … */
const TAIL = 49_152;
/** … and how much of that is for the very last one. */
const LAST = 16_384;
/** What the brackets of an array need, bytes. */
const BRACKETS = 8;

/**
 * A file of lines that holds whole ones only. As much room as its lines need once more as an array, and
 * a tail for how the run ended, are kept back in a file beside it: on a disk that is full, and under a
 * limit of a file's length, both can still be written.
 */
export class JournalFile {
  readonly #descriptor: number;
  readonly #reserve: ReserveFile;
  #open = true;
  #size = 0;
  #lines = 0;
  #tail = TAIL;
  #problem: Error | undefined;

  /** @throws the system's error when it can't be made. */
  constructor(path: string, reservePath: string) {
    this.#descriptor = openSync(path, 'ax', 0o600);
    this.#reserve = new ReserveFile(reservePath);
  }

  /** The first failure to write: from then on lines go into the tail, and end with it. */
  get problem(): Error | undefined {
    return this.#problem;
  }

  /** Appends a line with its break. `false`: there is no room for it. Never throws. */
  append(line: string): boolean {
    if (!this.#open) return false;
    const bytes = Buffer.from(line, 'utf8');
    try {
      this.#dropForeign();
      if (this.#problem === undefined) {
        this.#reserve.growTo(this.#needed(bytes.length) + TAIL);
        this.#write(bytes);
        return true;
      }
    } catch (thrown) {
      // A full disk must not end the run: it is told, and nothing runs without a record.
      this.fail(thrown);
    }
    return this.#appendToTail(bytes, LAST);
  }

  /** Appends how the run ended; all that was kept back is for it. */
  appendLast(line: string): boolean {
    if (!this.#open) return false;
    return this.append(line) || this.#appendToTail(Buffer.from(line, 'utf8'), 0);
  }

  fail(thrown: unknown): void {
    this.#problem ??= thrown instanceof Error ? thrown : new Error(String(thrown));
  }

  /** Nothing is added after it; the room that was kept is free. Never throws. */
  close(): void {
    if (this.#open) {
      try {
        this.#dropForeign();
      } catch (thrown) {
        this.fail(thrown);
      }
      closeSync(this.#descriptor);
    }
    this.#open = false;
    this.#reserve.giveUp();
  }

  /**
   * A program of the run (a command, an MCP server) can write into the file, as the same user: what it put behind our
   * lines is taken out, so that it can't pass for a record of ours.
   * @throws Error that says so, and the system's
   */
  #dropForeign(): void {
    const { size } = fstatSync(this.#descriptor);
    if (size === this.#size) return;
    if (size > this.#size) ftruncateSync(this.#descriptor, this.#size);
    throw new Error(
      size > this.#size
        ? 'another program wrote into the transcript; its words were taken out'
        : 'another program cut the transcript',
    );
  }

  #appendToTail(bytes: Buffer, keep: number): boolean {
    // It is written twice: as a line, and in the array.
    const rest = this.#tail - 2 * bytes.length;
    if (rest < keep) return false;
    try {
      this.#reserve.shrinkTo(this.#needed(bytes.length) + rest);
      this.#write(bytes);
      this.#tail = rest;
      return true;
    } catch {
      return false;
    }
  }

  /** What the lines, with one more of so many bytes, take as an array. */
  #needed(more: number): number {
    return this.#size + more + this.#lines + BRACKETS;
  }

  #write(bytes: Buffer): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    } catch (thrown) {
      ftruncateSync(this.#descriptor, this.#size);
      throw thrown;
    }
    this.#size += bytes.length;
    this.#lines += 1;
  }
}
