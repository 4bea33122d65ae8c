/** Longer calls are known by their digest. */
const SHORT = 200;

/** Counts how often the same call was denied in a run: same tool, same input whatever its key order. */
export class DenialCount {
  readonly #counts = new Map<string, number>();

  /** Counts one more and says how many that makes. */
  add(toolName: string, input: unknown): number {
    const key = short(`${toolName}\0${canonical(input)}`);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

/** A run may have thousands of denied calls, each with a whole file in its input. */
function short(key: string): string {
  if (key.length <= SHORT) return key;
  // Not imported: that would cost the start of every run 9 ms.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(key).digest('hex');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
