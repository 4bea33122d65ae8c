import { PatternError } from '../name-glob.ts';
import { parseRegex, type RegexNode } from './parse.ts';

/** One state; what it leads to is given by number. The state 0 is the end. */
type State =
  | { readonly type: 'end' }
  | { readonly type: 'one'; readonly test: (unit: string) => boolean; readonly next: number }
  | { readonly type: 'edge'; readonly at: string; readonly next: number }
  | {
      readonly type: 'look';
      readonly inner: number;
      readonly negated: boolean;
      readonly next: number;
    }
  | { readonly type: 'split'; next: readonly number[] };

type Place = readonly [state: number, place: number];

const MAX_STATES = 2_000;
const MAX_TEXT = 4_096;
const MAX_STEPS = 20_000_000;

/**
 * A regular expression by somebody else, as a test that no text can make take long: every pair of a
 * state and a place is visited once. It matches anywhere in the text unless `^` or `$` say otherwise.
 * @throws PatternError for a pattern that is none, that is too big, or that needs what isn't linear;
 *   the test throws it for a text that is too long.
 */
export function linearRegex(source: string): (text: string) => boolean {
  const states: State[] = [{ type: 'end' }];
  const start = compile(parseRegex(source), 0, states);
  return (text) => {
    if (text.length > MAX_TEXT) {
      throw new PatternError(`The text has more than ${MAX_TEXT} characters.`);
    }
    return new Search(states, text).reaches(start, Array(text.length + 1).keys());
  };
}

/** Adds the states of a node that lead to `next`; gives the first. */
function compile(node: RegexNode, next: number, states: State[]): number {
  switch (node.type) {
    case 'one':
    case 'edge':
      return add({ ...node, next }, states);
    case 'look':
      return add({ ...node, inner: compile(node.inner, 0, states), next }, states);
    case 'all':
      return node.items.reduceRight((after, item) => compile(item, after, states), next);
    case 'any':
      return add(
        { type: 'split', next: node.options.map((option) => compile(option, next, states)) },
        states,
      );
    case 'repeat':
      return repeat(node, next, states);
  }
}

function repeat(node: RegexNode & { type: 'repeat' }, next: number, states: State[]): number {
  const { inner, least, most } = node;
  let first = next;
  if (most === Number.POSITIVE_INFINITY) {
    const loop: State = { type: 'split', next: [] };
    first = add(loop, states);
    loop.next = [compile(inner, first, states), next];
  } else {
    for (let count = least; count < most; count += 1) {
      first = add({ type: 'split', next: [compile(inner, first, states), next] }, states);
    }
  }
  for (let count = 0; count < least; count += 1) {
    const before = states.length;
    first = compile(inner, first, states);
    // Nothing, a billion times, is nothing.
    if (states.length === before) break;
  }
  return first;
}

function add(state: State, states: State[]): number {
  if (states.length >= MAX_STATES) throw new PatternError('The pattern is too big.');
  return states.push(state) - 1;
}

class Search {
  readonly #states: readonly State[];
  readonly #text: string;
  #steps = 0;
  /** By the first state of a look ahead: what was seen to lead to no end. */
  readonly #hopeless = new Map<number, Uint8Array>();

  constructor(states: readonly State[], text: string) {
    this.#states = states;
    this.#text = text;
  }

  /** Whether the end can be reached from a state at one of the places. */
  reaches(from: number, places: Iterable<number>): boolean {
    const size = this.#states.length * (this.#text.length + 1);
    const seen = this.#hopeless.get(from) ?? new Uint8Array(size);
    this.#hopeless.set(from, seen);
    const open: Place[] = [];
    for (const place of places) open.push([from, place]);
    for (let next = open.pop(); next; next = open.pop()) {
      const [number, place] = next;
      const key = number * (this.#text.length + 1) + place;
      if (seen[key] === 1) continue;
      seen[key] = 1;
      if (++this.#steps > MAX_STEPS) throw new PatternError('The pattern takes too long.');
      const state = this.#states[number];
      if (!state || state.type === 'end') {
        this.#hopeless.delete(from);
        return true;
      }
      open.push(...this.#after(state, place));
    }
    return false;
  }

  #after(state: Exclude<State, { type: 'end' }>, place: number): Place[] {
    if (state.type === 'split') return state.next.map((to) => [to, place]);
    if (!this.#passes(state, place)) return [];
    return [[state.next, state.type === 'one' ? place + 1 : place]];
  }

  #passes(state: State & { type: 'one' | 'edge' | 'look' }, place: number): boolean {
    if (state.type === 'look') return this.reaches(state.inner, [place]) !== state.negated;
    if (state.type === 'one')
      return place < this.#text.length && state.test(this.#text.charAt(place));
    if (state.at === 'start') return place === 0;
    if (state.at === 'end') return place === this.#text.length;
    const isEdge = this.#isWord(place - 1) !== this.#isWord(place);
    return isEdge === (state.at === 'word');
  }

  #isWord(place: number): boolean {
    return /\w/.test(this.#text.charAt(place));
  }
}
