import type { Place } from './policy-source.ts';

type Path = readonly PropertyKey[];

/** Offsets of a value, of the key before it, and of what is in it. */
export interface Spot {
  at: number;
  keyAt: number | undefined;
  /** Made when something is in it: most hold nothing. */
  inner: Map<PropertyKey, Spot> | undefined;
}

export function spotIn(outer: Spot | undefined, name: PropertyKey, at: number): Spot {
  const spot: Spot = { at, keyAt: undefined, inner: undefined };
  if (!outer) return spot;
  outer.inner ??= new Map();
  outer.inner.set(name, spot);
  return spot;
}

/** Where the value at a path begins, or (`isKey`) its key; for a path that isn't there, its nearest parent. */
export function offsetOf(root: Spot, path: Path, isKey = false): number {
  let spot = root;
  for (const name of path) {
    const next = spot.inner?.get(name);
    if (!next) return spot.at;
    spot = next;
  }
  return (isKey ? spot.keyAt : undefined) ?? spot.at;
}

/** Lines and columns of offsets, counted when the first is asked for: most texts have nothing to complain of. */
export class LinePlaces {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  of(offset: number): Place {
    this.#starts ??= startsOf(this.#text);
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return [low + 1, offset - (this.#starts[low] ?? 0) + 1];
  }
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
