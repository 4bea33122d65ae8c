import type { GitRevisions } from './git-revisions.ts';

interface Waiting {
  readonly id: string;
  readonly date: number;
}

/** Commits still to be looked at, the newest first and of those of one second the first found. */
class Queue {
  readonly #waiting: Waiting[] = [];
  readonly #revisions: GitRevisions;

  constructor(revisions: GitRevisions, ids: readonly string[]) {
    this.#revisions = revisions;
    for (const id of ids) this.add(id);
  }

  add(id: string): void {
    if (this.has((one) => one === id)) return;
    const date = this.#revisions.dateOf(id);
    const at = this.#waiting.findIndex((one) => one.date < date);
    this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, { id, date });
  }

  has(test: (id: string) => boolean): boolean {
    return this.#waiting.some(({ id }) => test(id));
  }

  next(): string | undefined {
    return this.#waiting.shift()?.id;
  }
}

/**
 * The commits from some on back that are not behind others, at most so many. Rather too many than
 * too few: where clocks went wrong, some that are behind others are among them.
 */
export function commitsFrom(
  revisions: GitRevisions,
  tips: readonly string[],
  others: readonly string[],
  count: number,
): readonly string[] {
  const behind = new Set(others);
  const found = new Set<string>();
  const queue = new Queue(revisions, [...tips, ...others]);
  while (queue.has((id) => !behind.has(id))) {
    const id = queue.next();
    if (id === undefined) break;
    const isBehind = behind.has(id);
    if (!isBehind) found.add(id);
    if (found.size >= count) break;
    const fresh = revisions
      .parentsOf(id)
      .filter((parent) => !behind.has(parent) && (isBehind || !found.has(parent)));
    for (const parent of fresh) {
      if (isBehind) behind.add(parent);
      queue.add(parent);
    }
  }
  return [...found].filter((id) => !behind.has(id));
}

const [ONE, OTHER, STALE] = [1, 2, 4];

/** The nearest commits that two have behind them: what `one...other` begins at. */
export function mergeBases(revisions: GitRevisions, one: string, other: string): readonly string[] {
  const flags = new Map([[one, ONE]]);
  flags.set(other, (flags.get(other) ?? 0) | OTHER);
  const flagOf = (id: string) => flags.get(id) ?? 0;
  const bases = new Set<string>();
  const queue = new Queue(revisions, [one, other]);
  while (queue.has((id) => (flagOf(id) & STALE) === 0)) {
    const id = queue.next();
    if (id === undefined) break;
    let flag = flagOf(id);
    if ((flag & (ONE | OTHER)) === (ONE | OTHER)) {
      if ((flag & STALE) === 0) bases.add(id);
      flag |= STALE;
    }
    for (const parent of revisions.parentsOf(id)) {
      if ((flagOf(parent) & flag) === flag) continue;
      flags.set(parent, flagOf(parent) | flag);
      queue.add(parent);
    }
  }
  return [...bases];
}
