import type { Span } from './span.ts';

interface StreamRedaction {
  readonly find: (text: string) => readonly Span[];
  readonly redact: (text: string) => string;
  /** Length of the longest form of a secret. */
  readonly longest: number;
}

const MIN_HOLD = 8_192;
/** No token is as long: a text without any break is let go in pieces of about this size. */
const MAX_HELD = 262_144;

/**
 * Redacts text that comes in pieces. It keeps back as much as the longest secret could need, so
 * what it gives out lags behind; `end()` gives the rest.
 */
export class RedactStream {
  readonly #redaction: StreamRedaction;
  readonly #hold: number;
  #held = '';
  /** How much must be held before it is looked at again. */
  #enough: number;

  constructor(redaction: StreamRedaction) {
    this.#redaction = redaction;
    // Three times: a form may stand there escaped, or with line breaks in it.
    this.#hold = Math.max(MIN_HOLD, redaction.longest * 3);
    this.#enough = this.#hold * 2;
  }

  /** Takes the next piece and gives what is safe to show by now, often nothing. */
  push(chunk: string): string {
    this.#held += chunk;
    if (this.#held.length < this.#enough) return '';
    const cut = this.#safeCut();
    const ready = this.#held.slice(0, cut);
    this.#held = this.#held.slice(cut);
    // What stays is looked at again when as much has come to it: so each character is looked at a few
    // times, however long a token goes on and in however small pieces.
    this.#enough = Math.max(this.#hold, this.#held.length) * 2;
    return cut === 0 ? '' : this.#redaction.redact(ready);
  }

  end(): string {
    const rest = this.#held;
    this.#held = '';
    return this.#redaction.redact(rest);
  }

  /** Where nothing that is or may become a secret is cut in two: at a blank, outside every find. */
  #safeCut(): number {
    const held = this.#held;
    const wanted = held.length - this.#hold;
    const blank = Math.max(held.lastIndexOf('\n', wanted), held.lastIndexOf(' ', wanted));
    // A text without a blank may be one long token; it waits for its end, up to a limit.
    let cut = blank >= 0 || held.length < MAX_HELD ? blank + 1 : wanted;
    for (const span of this.#redaction.find(held)) {
      if (span.start < cut && span.end > cut) cut = span.start;
    }
    // Else a blank before an endless token would let that be held for ever.
    return held.length >= MAX_HELD && cut < wanted / 2 ? wanted : Math.max(0, cut);
  }
}
