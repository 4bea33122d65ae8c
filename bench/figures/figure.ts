import type { FakeTurn } from '../../test/fakes/anthropic-turn.ts';
import type { Run } from '../measure.ts';

export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Decimals. */
  readonly digits: number;
  readonly of: (run: Run) => number;
  /** The most it may be, given the floor over `fetch` in the same run. */
  readonly limit: (floor: number) => number;
  /** The limit in words. */
  readonly goal: string;
}

/** Turns that a client runs, and what is read off the run. */
export interface Scenario {
  readonly name: string;
  readonly turns: (workspace: string) => readonly FakeTurn[];
  /** Variables that a client may know. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly figures: readonly Figure[];
}

export function figure(
  name: string,
  unit: string,
  digits: number,
  of: Figure['of'],
  limit: Figure['limit'],
  goal: string,
): Figure {
  return { name, unit, digits, of, limit, goal };
}

/** What of the request before was not read from the prompt cache, at the worst; the API simulates one. */
export function uncached(what: string): Figure {
  return figure(
    `earlier prompt not read from the cache, worst ${what}`,
    '%',
    1,
    (run) =>
      Math.max(
        ...run.requests.slice(1).map(({ cache }, index) => {
          const before = run.requests[index]?.cache;
          const all = before ? before.read + before.written + before.fresh : Number.NaN;
          return (1 - Math.min(1, (cache?.read ?? 0) / all)) * 100;
        }),
      ),
    () => 5,
    '≤ 5',
  );
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function startUp(run: Run): number {
  return (run.requests[0]?.receivedAt ?? Number.NaN) - run.spawnedAt;
}

export function gaps(run: Run): number[] {
  return run.requests
    .slice(1)
    .map((request, index) => request.receivedAt - (run.requests[index]?.sent.endedAt ?? 0));
}

export function lastEnd(run: Run): number {
  return run.requests.at(-1)?.sent.endedAt ?? Number.NaN;
}
