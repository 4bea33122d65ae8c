/**
 * Header names and values with the part of the web's `Headers` that an HTTP client needs. Naming
 * the global `Headers` makes Node load its whole fetch implementation, 30 ms before the first
 * request; the bundle therefore gives this one to the SDK (`bundle/sdk-globals.mjs`).
 */
export class HttpHeaders implements Iterable<[string, string]> {
  readonly #values = new Map<string, string>();

  constructor(init?: Iterable<readonly string[]> | Readonly<Record<string, string | undefined>>) {
    if (!init) return;
    const pairs = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of pairs) {
      if (name !== undefined && value !== undefined) this.append(name, value);
    }
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value).trim());
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) visit(value, name);
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  values(): IterableIterator<string> {
    return this.#values.values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}
