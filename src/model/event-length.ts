/** An event of a stream is longer than any can be: the stream counts as cut. */
class EndlessEventError extends Error {
  override readonly name = 'EndlessEventError';

  constructor() {
    super('An event of the answer is longer than any can be.');
  }
}

/** More than the longest answer has in a single event with every character escaped, bytes. */
export const MOST_BYTES = 32_000_000;
/** What ends an event: an empty line (WHATWG HTML, “Server-sent events”). */
const ENDS = ['\n\n', '\n\r\n', '\r\r'];
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Measures the events of a stream: whoever reads them keeps each until its end, which may never come. */
export class EventLength {
  #bytes = 0;
  #last: number | undefined;

  /**
   * Takes the next bytes of the stream.
   * @throws EndlessEventError
   */
  take(chunk: Buffer): void {
    const behind = this.#behindLastEnd(chunk);
    this.#bytes = behind ?? this.#bytes + chunk.length;
    if (this.#bytes > MOST_BYTES) throw new EndlessEventError();
    this.#last = chunk.at(-1) ?? this.#last;
  }

  /** How many bytes stand behind the last event that ends in a chunk; `undefined`: none ends there. */
  #behindLastEnd(chunk: Buffer): number | undefined {
    for (const end of ENDS) {
      const at = chunk.lastIndexOf(end, undefined, 'latin1');
      if (at !== -1) return chunk.length - at - end.length;
    }
    const [first] = chunk;
    const isBetween =
      this.#last === LINE_FEED
        ? first === LINE_FEED || first === CARRIAGE_RETURN
        : this.#last === CARRIAGE_RETURN && first === CARRIAGE_RETURN;
    return isBetween ? chunk.length : undefined;
  }
}
