/** What the model has seen of a file. */
export interface ReadRecord {
  /** The text as it stood, decoded, for comparing with what is on disk. */
  readonly content: string;
  readonly mtimeMs: number;
  readonly size: number;
  /** The lines shown, 1-based; `undefined`: the whole file. */
  readonly range: { readonly offset: number; readonly limit: number } | undefined;
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
    this.#chars += record.content.length;
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= this.#maxRecords && this.#chars <= this.#maxChars) break;
      if (oldest !== realPath) this.forget(oldest);
    }
  }

  forget(realPath: string): void {
    this.#chars -= this.#records.get(realPath)?.content.length ?? 0;
    this.#records.delete(realPath);
  }

  get size(): number {
    return this.#records.size;
  }
}
