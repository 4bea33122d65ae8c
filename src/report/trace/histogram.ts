import type { Attributes } from './span.ts';

/** What was measured under one set of attributes. */
export interface Point {
  readonly attributes: Attributes;
  count: number;
  sum: number;
  min: number;
  max: number;
  /** One more than there are bounds: the last holds what is above them all. */
  readonly buckets: number[];
}

export interface Instrument {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  /** Upper bounds of the buckets, included; `undefined`: only counted. */
  readonly bounds: readonly number[] | undefined;
}

/** An instrument with what it measured so far. */
export class Measured {
  readonly instrument: Instrument;
  readonly #points = new Map<string, Point>();

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }

  get points(): readonly Point[] {
    return [...this.#points.values()];
  }

  add(value: number, attributes: Attributes): void {
    const key = JSON.stringify(attributes);
    const { bounds = [] } = this.instrument;
    const point = this.#points.get(key) ?? emptyPoint(attributes, bounds.length + 1);
    this.#points.set(key, point);
    point.count += 1;
    point.sum += value;
    point.min = Math.min(point.min, value);
    point.max = Math.max(point.max, value);
    const found = bounds.findIndex((bound) => value <= bound);
    const bucket = found === -1 ? bounds.length : found;
    point.buckets[bucket] = (point.buckets[bucket] ?? 0) + 1;
  }
}

function emptyPoint(attributes: Attributes, buckets: number): Point {
  return {
    attributes,
    count: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    buckets: new Array<number>(buckets).fill(0),
  };
}
