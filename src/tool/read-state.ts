/** Lines from `from` to `to`, 1-based, both included; `to` may be `Infinity`. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** What the model has seen of a file. */
export interface ReadRecord {
  /** The whole text as it stood, decoded, for comparing with what is on disk; `undefined`: too big to keep. */
  readonly content: string | undefined;
  readonly mtimeMs: number;
  readonly size: number;
  /** The lines that the model knows as they are; `undefined`: all of them. */
  readonly known: readonly LineRange[] | undefined;
  /**
   * The pages (as asked for) that an answer in the conversation shows as they are on disk. Empty
   * after an edit: the model knows the file, but no answer shows it.
   */
  readonly shown: readonly LineRange[];
}

/**
 * The files that the model has read, most recently used last, keyed by real path. Bounded by number
 * and by total characters, so that a long run does not hold every file it saw; a file that fell out
 * has to be read again before it is edited.
 */
export class ReadState {
  readonly #records = new Map<string, ReadRecord>();
  readonly #maxRecords: number;
  readonly #maxChars: number;
  #chars = 0;

  constructor(limits: { maxRecords?: number; maxChars?: number } = {}) {
    this.#maxRecords = limits.maxRecords ?? 200;
    this.#maxChars = limits.maxChars ?? 8_000_000;
  }

  get(realPath: string): ReadRecord | undefined {
    const record = this.#records.get(realPath);
    if (record) {
      this.#records.delete(realPath);
      this.#records.set(realPath, record);
    }
    return record;
  }

  set(realPath: string, record: ReadRecord): void {
    this.forget(realPath);
    this.#records.set(realPath, record);
    this.#chars += record.content?.length ?? 0;
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= this.#maxRecords && this.#chars <= this.#maxChars) break;
      if (oldest !== realPath) this.forget(oldest);
    }
  }

  forget(realPath: string): void {
    this.#chars -= this.#records.get(realPath)?.content?.length ?? 0;
    this.#records.delete(realPath);
  }

  /** For when answers left the conversation (compaction): nothing is `file_unchanged` any more. */
  forgetShown(): void {
    for (const [path, record] of this.#records) this.#records.set(path, { ...record, shown: [] });
  }

  /** Real paths, the one used last first. */
  recent(): string[] {
    return [...this.#records.keys()].reverse();
  }

  get size(): number {
    return this.#records.size;
  }
}
