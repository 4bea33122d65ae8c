/** Counts how often the same call was denied in a run: same tool, same input whatever its key order. */
export class DenialCount {
  readonly #counts = new Map<string, number>();

  /** Counts one more and says how many that makes. */
  add(toolName: string, input: unknown): number {
    const key = `${toolName}\0${canonical(input)}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
