/** Hooks that nobody waits for. They end with the session at the latest. */
export class BackgroundHooks {
  readonly #end = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #wakeUps: string[] = [];

  /** Fires when the session ends. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Keeps a hook until it has ended; what it then resolves to is what the model is told. */
  add(hook: Promise<string | undefined>): void {
    const kept = hook
      .then((text) => void (text !== undefined && this.#wakeUps.push(text)))
      .catch(() => {})
      .finally(() => this.#running.delete(kept));
    this.#running.add(kept);
  }

  takeWakeUps(): readonly string[] {
    const texts = this.#wakeUps;
    this.#wakeUps = [];
    return texts;
  }

  async close(): Promise<void> {
    this.#end.abort(new Error('the run ended before the hook did'));
    await Promise.all(this.#running);
  }
}
