type Level = 'notice' | 'warning' | 'error';

/** The runner drops what is above ten of a level in a step. */
const MAX_OF_LEVEL = 10;

/** Counts the annotations of a step. */
export class AnnotationCount {
  readonly #counts = new Map<Level, number>();

  /** True, and counted, when there is room for one more with `spare` places left behind it. */
  take(level: Level, spare = 0): boolean {
    const count = (this.#counts.get(level) ?? 0) + 1;
    if (count > MAX_OF_LEVEL - spare) return false;
    this.#counts.set(level, count);
    return true;
  }
}
