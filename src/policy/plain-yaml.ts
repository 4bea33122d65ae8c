import { type Spot, spotIn } from './yaml-places.ts';

/** What a text of the plainest YAML holds, and where. */
export interface PlainYaml {
  readonly data: Readonly<Record<string, unknown>>;
  readonly root: Spot;
}

type Open = { readonly indent: number; readonly spot: Spot } & (
  | { readonly list: unknown[] }
  | { readonly map: Record<string, unknown> }
);

/** A key that stood alone, in the innermost mapping: the next line tells what it has. */
interface Waiting {
  readonly key: string;
  readonly indent: number;
  readonly keyAt: number;
  readonly outer: Spot;
  readonly map: Record<string, unknown>;
}

interface Line {
  readonly indent: number;
  /** `undefined`: an item of a list. */
  readonly key: string | undefined;
  readonly rest: string;
  /** Offsets of the line's first character and of `rest`. */
  readonly at: number;
  readonly restAt: number;
}

/** Anything but these is left to the parser, and so is a lone carriage return. */
const ODD = /[^\n\r -~\u00a1-\u1fff\u2010-\u2027\u2030-\ud7ff]|\r(?!\n)/;
const HEAD = /^( *)(?:- +|([A-Za-z]\w{0,99}):(?: +|$))/;
const COMMENT = /^ *(?:#.*)?$/;
const AFTER_QUOTE = /^ *(?: #.*)?$/;
const NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/;
/** Words and paths, by their beginning. */
const TEXT = /^(?:[A-Za-z]|[./][\w./-]*\/)/;
const NO_TEXT = /^(?:true|false|null)$/i;
// Far below what `readYaml` bounds: whatever comes near is its business.
const MAX_NODES = 10_000;
const MAX_DEPTH = 20;

/**
 * Reads YAML that has nothing but block mappings with plain keys, block lists of scalars, and scalars of one
 * line without escapes: what most policies are. The parser takes 10 ms to get going, more than all else
 * about a policy. `undefined` wherever the text is anything else, wrong or empty.
 */
export function readPlain(text: string): PlainYaml | undefined {
  if (ODD.test(text)) return undefined;
  const reader = new PlainReader();
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, text[end - 1] === '\r' ? end - 1 : end);
    if (!COMMENT.test(line) && !reader.takes(line, at)) return undefined;
    at = end + 1;
  }
  return reader.end();
}

class PlainReader {
  readonly #data: Record<string, unknown> = {};
  readonly #root = spotIn(undefined, '', 0);
  /** The innermost last. */
  readonly #open: Open[] = [];
  #waiting: Waiting | undefined;
  #nodes = 0;

  takes(text: string, at: number): boolean {
    const head = HEAD.exec(text);
    if (!head) return false;
    const [whole, { length: indent } = '', key] = head;
    const line = { indent, key, rest: text.slice(whole.length), at, restAt: at + whole.length };
    const into = this.#placeFor(line);
    this.#nodes += 1;
    if (!into || this.#nodes > MAX_NODES || this.#open.length > MAX_DEPTH) return false;
    if ('list' in into) return addTo(into.list, into.spot, line);
    if (key === undefined || NO_TEXT.test(key) || Object.hasOwn(into.map, key)) return false;
    if (line.rest !== '' && !line.rest.startsWith('#')) return addTo(into.map, into.spot, line);
    // Its place among the keys; what it has comes with the next line.
    into.map[key] = undefined;
    this.#waiting = { key, indent, keyAt: at + indent, outer: into.spot, map: into.map };
    return true;
  }

  end(): PlainYaml | undefined {
    if (this.#waiting || this.#open.length === 0) return undefined;
    return { data: this.#data, root: this.#root };
  }

  /** The mapping or list that the line goes on with or begins; `undefined` when it fits nowhere. */
  #placeFor(line: Line): Open | undefined {
    const { indent, key, at } = line;
    if (this.#open.length === 0) {
      this.#root.at = at;
      return indent === 0 ? this.#begin({ indent, spot: this.#root, map: this.#data }) : undefined;
    }
    if (this.#waiting) return this.#beginBelow(line, this.#waiting);
    let top = this.#open.at(-1);
    // A list may stand as far left as the key that has it.
    while (top && (top.indent > indent || ('list' in top && key !== undefined))) {
      this.#open.pop();
      top = this.#open.at(-1);
    }
    return top?.indent === indent && 'list' in top === (key === undefined) ? top : undefined;
  }

  #beginBelow({ indent, key, at }: Line, waiting: Waiting): Open | undefined {
    const isList = key === undefined;
    if (isList ? indent < waiting.indent : indent <= waiting.indent) return undefined;
    const spot = spotIn(waiting.outer, waiting.key, at + indent);
    spot.keyAt = waiting.keyAt;
    this.#waiting = undefined;
    const list: unknown[] = [];
    const map: Record<string, unknown> = {};
    waiting.map[waiting.key] = isList ? list : map;
    return this.#begin({ indent, spot, ...(isList ? { list } : { map }) });
  }

  #begin(open: Open): Open {
    this.#open.push(open);
    return open;
  }
}

/** Adds the scalar of a line; false when it is not one of the plain ones. */
function addTo(
  container: Record<string, unknown> | unknown[],
  spot: Spot,
  { indent, key, rest, at, restAt }: Line,
): boolean {
  const value = scalarOf(rest);
  if (value === undefined) return false;
  if (Array.isArray(container)) {
    spotIn(spot, container.length, restAt);
    container.push(value);
    return true;
  }
  if (key === undefined) return false;
  spotIn(spot, key, restAt).keyAt = at + indent;
  container[key] = value;
  return true;
}

function scalarOf(rest: string): string | number | undefined {
  const quote = rest[0];
  if (quote === "'" || quote === '"') {
    const end = rest.indexOf(quote, 1);
    if (end < 0 || !AFTER_QUOTE.test(rest.slice(end + 1))) return undefined;
    const value = rest.slice(1, end);
    return quote === '"' && value.includes('\\') ? undefined : value;
  }
  const comment = rest.indexOf(' #');
  const value = (comment < 0 ? rest : rest.slice(0, comment)).trimEnd();
  if (NUMBER.test(value)) return Number(value);
  const isText = TEXT.test(value) && !/:(?: |$)/.test(value) && !NO_TEXT.test(value);
  return isText ? value : undefined;
}
