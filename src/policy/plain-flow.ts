import { bareScalar, isNoText, quotedScalar } from './plain-scalar.ts';
import { type Spot, spotIn } from './yaml-places.ts';

/** A value that was read, and where it ends. */
interface Read {
  readonly value: unknown;
  readonly end: number;
}

/** What counts as one level more or one value more; throws nothing, says whether there may be more. */
type Counts = (depth: number) => boolean;

const BLANK = /(?: |\r?\n)*/y;
const BARE = /[^,[\]{}:#"'\r\n]+/y;
const KEY = /([A-Za-z]\w{0,99}): +/y;

/**
 * Reads a list or mapping in brackets (`[a, "b"]`, `{ a: 1 }`) that has nothing but plain keys, scalars of
 * one line and more such brackets. `undefined` wherever it holds anything else, a comment or no end.
 */
export class PlainFlow {
  readonly #text: string;
  /** Lines have to be indented more than that. */
  readonly #indent: number;
  readonly #counts: Counts;

  constructor(text: string, indent: number, counts: Counts) {
    this.#text = text;
    this.#indent = indent;
    this.#counts = counts;
  }

  /** @param at where the bracket stands; `spot` its place. */
  read(at: number, spot: Spot, depth = 0): Read | undefined {
    if (!this.#counts(depth)) return undefined;
    return this.#text[at] === '[' ? this.#list(at, spot, depth) : this.#map(at, spot, depth);
  }

  #list(at: number, spot: Spot, depth: number): Read | undefined {
    const value: unknown[] = [];
    for (let next = this.#skip(at + 1); next !== undefined; ) {
      if (this.#text[next] === ']') return { value, end: next + 1 };
      const item = this.#value(next, spotIn(spot, value.length, next), depth);
      if (!item) return undefined;
      value.push(item.value);
      next = this.#afterItem(item.end, ']');
    }
    return undefined;
  }

  #map(at: number, spot: Spot, depth: number): Read | undefined {
    const value: Record<string, unknown> = {};
    for (let next = this.#skip(at + 1); next !== undefined; ) {
      if (this.#text[next] === '}') return { value, end: next + 1 };
      const [whole, key] = this.#match(KEY, next) ?? [];
      if (whole === undefined || key === undefined) return undefined;
      if (isNoText(key) || Object.hasOwn(value, key)) return undefined;
      const valueAt = next + whole.length;
      const inner = spotIn(spot, key, valueAt);
      inner.keyAt = next;
      const item = this.#value(valueAt, inner, depth);
      if (!item) return undefined;
      value[key] = item.value;
      next = this.#afterItem(item.end, '}');
    }
    return undefined;
  }

  #value(at: number, spot: Spot, depth: number): Read | undefined {
    const first = this.#text[at] ?? '';
    if (first === '[' || first === '{') return this.read(at, spot, depth + 1);
    if (!this.#counts(depth)) return undefined;
    if (first === '"' || first === "'") return quotedScalar(this.#text, at);
    const [bare = ''] = this.#match(BARE, at) ?? [];
    const value = bareScalar(bare.trimEnd());
    return value === undefined ? undefined : { value, end: at + bare.length };
  }

  /** Where the next item or the closing bracket stands. */
  #afterItem(end: number, closing: string): number | undefined {
    const next = this.#skip(end);
    if (next === undefined || this.#text[next] === closing) return next;
    return this.#text[next] === ',' ? this.#skip(next + 1) : undefined;
  }

  /** Past blanks and line ends; `undefined` on a line that is not indented enough. */
  #skip(at: number): number | undefined {
    const [blank = ''] = this.#match(BLANK, at) ?? [];
    const lineAt = blank.lastIndexOf('\n');
    if (lineAt >= 0 && blank.length - lineAt - 1 <= this.#indent) return undefined;
    return at + blank.length;
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.#text);
  }
}
