/** How a call holds the lock: beside others, or with nobody else. */
export type Hold = 'shared' | 'alone';

interface Waiting {
  readonly order: number;
  readonly hold: () => Hold;
  readonly start: (hold: Hold) => void;
}

/**
 * One read–write lock is the whole scheduler: calls that are safe beside others share it, all others
 * hold it alone. Strictly in call order: nobody overtakes the first that waits, so nobody starves.
 */
export class CallLock {
  readonly #maxShared: number;
  /** Sorted by `order`. */
  readonly #waiting: Waiting[] = [];
  #shared = 0;
  #alone = false;

  constructor(maxShared: number) {
    this.#maxShared = maxShared;
  }

  /**
   * Resolves when the call may run. `hold` is asked only when it is the call's turn and nobody holds
   * the lock alone, so that it sees what the calls before it have changed. Must not throw.
   */
  enter(order: number, hold: () => Hold): Promise<Hold> {
    return new Promise((start) => {
      const after = this.#waiting.findIndex((other) => other.order > order);
      this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, { order, hold, start });
      this.#advance();
    });
  }

  leave(hold: Hold): void {
    if (hold === 'alone') this.#alone = false;
    else this.#shared -= 1;
    this.#advance();
  }

  #advance(): void {
    for (;;) {
      const next = this.#waiting[0];
      if (!next || this.#alone) return;
      const hold = next.hold();
      if (this.#shared >= (hold === 'alone' ? 1 : this.#maxShared)) return;
      this.#waiting.shift();
      if (hold === 'alone') this.#alone = true;
      else this.#shared += 1;
      next.start(hold);
    }
  }
}
