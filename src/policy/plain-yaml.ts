import { PlainFlow } from './plain-flow.ts';
import { bareScalar, isNoText, quotedScalar } from './plain-scalar.ts';
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
  /** Offsets of the line's first character, of `rest`, and of the next line. */
  readonly at: number;
  readonly restAt: number;
  readonly nextAt: number;
}

/** Anything but these is left to the parser, and so is a lone carriage return. */
const ODD = /[^\n\r -~\u00a1-\u1fff\u2010-\u2027\u2030-\ud7ff]|\r(?!\n)/;
const HEAD = /^( *)(?:- +|([A-Za-z]\w{0,99}):(?: +|$))/;
const COMMENT = /^ *(?:#.*)?$/;
const AFTER_VALUE = /^ *(?: #.*)?$/;
const BRACKET = /^ *[[{]/;
// Far below what `readYaml` bounds: whatever comes near is its business.
const MAX_NODES = 10_000;
const MAX_DEPTH = 20;

/**
 * Reads YAML that has nothing but block mappings with plain keys, block lists, lists and mappings in brackets
 * (`PlainFlow`), and scalars of one line without escapes: what most policies are. The parser takes 10 ms to
 * get going, more than all else about a policy. `undefined` wherever the text is anything else, wrong or empty.
 */
export function readPlain(text: string): PlainYaml | undefined {
  return ODD.test(text) ? undefined : new PlainReader(text).read();
}

class PlainReader {
  readonly #text: string;
  readonly #data: Record<string, unknown> = {};
  readonly #root = spotIn(undefined, '', 0);
  /** The innermost last. */
  readonly #open: Open[] = [];
  #waiting: Waiting | undefined;
  #nodes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PlainYaml | undefined {
    const text = this.#text;
    for (let at: number | undefined = 0; at < text.length; ) {
      const nextAt: number = lineEnd(text, at) + 1;
      const end = nextAt - (text[nextAt - 2] === '\r' ? 2 : 1);
      const line = text.slice(at, end);
      at = COMMENT.test(line) ? nextAt : this.#take(line, at, nextAt);
      if (at === undefined) return undefined;
    }
    if (this.#waiting || this.#open.length === 0) return undefined;
    return { data: this.#data, root: this.#root };
  }

  /** Where the next line begins: brackets may take several. `undefined`: the line is none of the plain ones. */
  #take(text: string, at: number, nextAt: number): number | undefined {
    const head = HEAD.exec(text);
    if (!head) return this.#bracketBelow(text, at);
    const [whole, { length: indent } = '', key] = head;
    const rest = text.slice(whole.length);
    const line = { indent, key, rest, at, restAt: at + whole.length, nextAt };
    const into = this.#placeFor(line);
    if (!into || !this.#counts(0)) return undefined;
    if ('list' in into) return this.#addTo(into.list, into.spot, line);
    if (key === undefined || isNoText(key) || Object.hasOwn(into.map, key)) return undefined;
    if (rest !== '' && !rest.startsWith('#')) return this.#addTo(into.map, into.spot, line);
    // Its place among the keys; what it has comes with the next line.
    into.map[key] = undefined;
    this.#waiting = { key, indent, keyAt: at + indent, outer: into.spot, map: into.map };
    return nextAt;
  }

  #counts(depth: number): boolean {
    this.#nodes += 1;
    return this.#nodes <= MAX_NODES && this.#open.length + depth <= MAX_DEPTH;
  }

  /** A line that begins with a bracket: what the key before it has. */
  #bracketBelow(text: string, at: number): number | undefined {
    const waiting = this.#waiting;
    const indent = text.search(/\S/);
    if (!waiting || indent <= waiting.indent || !BRACKET.test(text)) return undefined;
    this.#waiting = undefined;
    const spot = spotIn(waiting.outer, waiting.key, at + indent);
    spot.keyAt = waiting.keyAt;
    const read = this.#flow(at + indent, waiting.indent, spot);
    waiting.map[waiting.key] = read?.value;
    return read?.nextAt;
  }

  /** @param indent of the key or dash that has it. */
  #flow(at: number, indent: number, spot: Spot) {
    const flow = new PlainFlow(this.#text, indent, (depth) => this.#counts(depth));
    const read = flow.read(at, spot);
    if (!read) return undefined;
    const end = lineEnd(this.#text, read.end);
    const rest = this.#text.slice(read.end, end).replace(/\r$/, '');
    return AFTER_VALUE.test(rest) ? { value: read.value, nextAt: end + 1 } : undefined;
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

  /** Adds the value of a line. */
  #addTo(container: Record<string, unknown> | unknown[], spot: Spot, line: Line) {
    const { indent, key, rest, at, restAt } = line;
    const inner = spotIn(spot, key ?? (container as unknown[]).length, restAt);
    if (key !== undefined) inner.keyAt = at + indent;
    const read = BRACKET.test(rest)
      ? this.#flow(restAt, indent, inner)
      : { value: scalarOf(rest), nextAt: line.nextAt };
    if (read?.value === undefined) return undefined;
    if (Array.isArray(container)) container.push(read.value);
    else if (key !== undefined) container[key] = read.value;
    return read.nextAt;
  }
}

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline;
}

function scalarOf(rest: string): string | number | undefined {
  if (rest.startsWith("'") || rest.startsWith('"')) {
    const quoted = quotedScalar(rest, 0);
    return quoted && AFTER_VALUE.test(rest.slice(quoted.end)) ? quoted.value : undefined;
  }
  const comment = rest.indexOf(' #');
  return bareScalar((comment < 0 ? rest : rest.slice(0, comment)).trimEnd());
}
