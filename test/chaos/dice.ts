import { seeded } from '../fakes/anthropic-turn.ts';

/** Random choices of a run: the same seed makes the same ones. */
export class Dice {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seeded(seed * 2_654_435_761);
  }

  /** A whole number from 0 to `below` - 1. */
  under(below: number): number {
    return Math.floor(this.random() * below);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.under(list.length)];
    if (found === undefined) throw new Error('There is nothing to pick from.');
    return found;
  }
}
