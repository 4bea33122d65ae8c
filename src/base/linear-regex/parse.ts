import { PatternError } from '../name-glob.ts';

/** A regular expression as a tree. `one` is a character; `look` a look ahead. */
export type RegexNode =
  | { readonly type: 'one'; readonly test: (unit: string) => boolean }
  | { readonly type: 'edge'; readonly at: 'start' | 'end' | 'word' | 'no-word' }
  | { readonly type: 'look'; readonly inner: RegexNode; readonly negated: boolean }
  | { readonly type: 'all'; readonly items: readonly RegexNode[] }
  | { readonly type: 'any'; readonly options: readonly RegexNode[] }
  | {
      readonly type: 'repeat';
      readonly inner: RegexNode;
      readonly least: number;
      readonly most: number;
    };

const MAX_DEPTH = 50;
const GROUP = /\((?:\?(?::|=|!|<[A-Za-z_$][\w$]*>))?/y;
const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|[\s\S])/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;
const SIGNS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};
const EDGES: Readonly<Record<string, 'word' | 'no-word'>> = { '\\b': 'word', '\\B': 'no-word' };

/**
 * Reads JavaScript's syntax without flags.
 * @throws PatternError for what isn't a regular expression, and for what can't be matched in linear
 *   time or isn't read here: back references, looking behind, flags within.
 */
export function parseRegex(source: string): RegexNode {
  try {
    new RegExp(source);
  } catch (error) {
    throw new PatternError(`“${source}” is no regular expression.`, { cause: error });
  }
  return new Parser(source).options(0);
}

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  options(depth: number): RegexNode {
    if (depth > MAX_DEPTH) throw new PatternError('The pattern has too many brackets in brackets.');
    const options = [this.#sequence(depth)];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      options.push(this.#sequence(depth));
    }
    return options.length === 1 && options[0] ? options[0] : { type: 'any', options };
  }

  #sequence(depth: number): RegexNode {
    const items: RegexNode[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      items.push(this.#quantified(this.#item(depth)));
    }
    return { type: 'all', items };
  }

  #item(depth: number): RegexNode {
    const group = this.#take(GROUP)?.[0];
    if (group !== undefined) return this.#group(group, depth);
    const set = this.#take(CLASS) ?? this.#take(ESCAPE);
    if (set) return itemOf(set[0]);
    const unit = this.#source.charAt(this.#at);
    this.#at += 1;
    if (unit === '^') return { type: 'edge', at: 'start' };
    if (unit === '$') return { type: 'edge', at: 'end' };
    if (unit === '.') return itemOf('.');
    return { type: 'one', test: (other) => other === unit };
  }

  #group(opening: string, depth: number): RegexNode {
    if (this.#source[this.#at] === '?') {
      throw new PatternError('The pattern looks behind or sets flags, which is not supported.');
    }
    const inner = this.options(depth + 1);
    this.#at += 1;
    if (opening !== '(?=' && opening !== '(?!') return inner;
    return { type: 'look', inner, negated: opening === '(?!' };
  }

  #quantified(inner: RegexNode): RegexNode {
    const found = this.#take(QUANTIFIER);
    if (!found) return inner;
    const [all, from = '0', comma, to] = found;
    const [least, most] = SIGNS[all.charAt(0)] ?? [
      Number(from),
      comma === undefined ? Number(from) : Number(to || Number.POSITIVE_INFINITY),
    ];
    return { type: 'repeat', inner, least, most };
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source) ?? undefined;
    if (found) this.#at = pattern.lastIndex;
    return found;
  }
}

/** What one character means is left to JavaScript's own reading of it. */
function itemOf(source: string): RegexNode {
  const at = EDGES[source];
  if (at) return { type: 'edge', at };
  if (/^\\[1-9k]/.test(source)) {
    throw new PatternError('The pattern refers back to a group, which can take endless time.');
  }
  const pattern = new RegExp(`^${source}$`);
  return { type: 'one', test: (unit) => pattern.test(unit) };
}
