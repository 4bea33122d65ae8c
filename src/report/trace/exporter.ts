import type { Posted } from './post.ts';
import type { Span } from './span.ts';

/** Waits at most so long for more to send along. */
const BATCH_MS = 5_000;
const BATCH_SPANS = 512;
/** A collector that is away must not fill the memory. */
const MOST_WAITING = 4_096;

/** Sends spans in batches beside the run: nothing waits for it but the end. */
export class SpanExporter {
  readonly #send: (spans: readonly Span[]) => Promise<Posted>;
  readonly #onProblem: (problem: string) => void;
  #waiting: Span[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<boolean> | undefined;

  constructor(
    send: (spans: readonly Span[]) => Promise<Posted>,
    onProblem: (problem: string) => void,
  ) {
    this.#send = send;
    this.#onProblem = onProblem;
  }

  add(span: Span): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === BATCH_SPANS) this.#sendOne();
    // Nothing may keep the process for it.
    else this.#timer ??= setTimeout(() => this.#sendOne(), BATCH_MS).unref();
  }

  /** Sends what waits. The batch that was under way may fail, and one more: there is no later to wait for. */
  async flush(): Promise<void> {
    for (let failures = 0; failures < 2; ) {
      this.#sendOne();
      if (!this.#sending) break;
      const taken = await this.#sending;
      if (!taken) failures += 1;
    }
    if (this.#dropped > 0) this.#onProblem(`${this.#dropped} spans were too many to keep`);
  }

  /** One at a time: a slow collector gets larger batches, not more of them. */
  #sendOne(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, BATCH_SPANS);
    this.#sending = this.#deliver(batch);
  }

  async #deliver(batch: readonly Span[]): Promise<boolean> {
    const { problem, again } = await this.#send(batch);
    this.#sending = undefined;
    if (problem !== undefined) this.#onProblem(problem);
    if (problem !== undefined && again) this.#waiting.unshift(...batch);
    return problem === undefined || !again;
  }
}
