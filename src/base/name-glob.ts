import { posixClass } from './posix-class.ts';

/** A pattern that can't be used. Its message says what is wrong and what would do. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

interface CharacterSet {
  readonly ranges: readonly (readonly [number, number])[];
  readonly negated: boolean;
}
/** `*` any run, `?` any one, a set, or one literal character. */
type Token = '*' | '?' | CharacterSet | { readonly character: string };

/** A compiled glob for one file name: no slash has a meaning in it. */
export interface NameGlob {
  readonly tokens: readonly Token[];
  /** The plain text before the first wildcard and after the last: most names fail there at once. */
  readonly start: string;
  readonly end: string;
}

/**
 * Compiles a glob for one name: `*`, `?`, `[a-z]`, `[!a-z]`, `[[:digit:]]`; `\` takes the next character
 * literally.
 * @throws PatternError for a lone backslash at the end, an open bracket and an unknown class.
 */
export function compileNameGlob(text: string): NameGlob {
  const characters = Array.from(text);
  const tokens: Token[] = [];
  let at = 0;
  while (at < characters.length) {
    const [token, next] = readToken(characters, at);
    if (token !== '*' || tokens.at(-1) !== '*') tokens.push(token);
    at = next;
  }
  const firstWild = tokens.findIndex(isWild);
  const lastWild = tokens.findLastIndex(isWild);
  const [start, end] = [tokens.slice(0, Math.max(firstWild, 0)), tokens.slice(lastWild + 1)];
  return { tokens, start: textOf(start), end: firstWild < 0 ? '' : textOf(end) };
}

/** The one name that the glob matches; `undefined` when it has a wildcard. */
export function literalOf({ tokens }: NameGlob): string | undefined {
  return tokens.some(isWild) ? undefined : textOf(tokens);
}

/**
 * Greedy, going back to the last `*` alone: what an earlier one could take instead, the last one can
 * take too. So the steps are bounded by name × glob, whatever the input.
 */
export function matchesNameGlob({ tokens: glob, start, end }: NameGlob, name: string): boolean {
  if (!name.startsWith(start) || !name.endsWith(end)) return false;
  const text = Array.from(name);
  let token = 0;
  let at = 0;
  let starToken = -1;
  let starAt = 0;
  while (at < text.length || token < glob.length) {
    const current = glob[token];
    if (current === '*') {
      starToken = token;
      starAt = at;
      token += 1;
    } else if (current !== undefined && takes(current, text[at])) {
      token += 1;
      at += 1;
    } else if (starToken >= 0 && starAt < text.length) {
      starAt += 1;
      token = starToken + 1;
      at = starAt;
    } else {
      return false;
    }
  }
  return true;
}

function isWild(token: Token): boolean {
  return typeof token === 'string' || !('character' in token);
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (isWild(token) ? '' : (token as { character: string }).character))
    .join('');
}

function takes(token: Exclude<Token, '*'>, character: string | undefined): boolean {
  if (character === undefined) return false;
  if (token === '?') return true;
  if ('character' in token) return token.character === character;
  const code = character.codePointAt(0) ?? 0;
  return token.ranges.some(([low, high]) => low <= code && code <= high) !== token.negated;
}

function readToken(characters: readonly string[], at: number): [Token, number] {
  const character = characters[at] ?? '';
  if (character === '*' || character === '?') return [character, at + 1];
  if (character === '[') return readSet(characters, at + 1);
  if (character !== '\\') return [{ character }, at + 1];
  const next = characters[at + 1];
  if (next === undefined) throw new PatternError('The pattern ends in a lone backslash.');
  return [{ character: next }, at + 2];
}

function readSet(characters: readonly string[], start: number): [Token, number] {
  const negated = characters[start] === '!' || characters[start] === '^';
  const first = negated ? start + 1 : start;
  const ranges: [number, number][] = [];
  let at = first;
  while (at === first || characters[at] !== ']') {
    const named = readClass(characters, at);
    if (named) {
      ranges.push(...named.ranges);
      at = named.next;
      continue;
    }
    const [low, afterLow] = readMember(characters, at);
    const isRange = characters[afterLow] === '-' && (characters[afterLow + 1] ?? ']') !== ']';
    const [high, next] = isRange ? readMember(characters, afterLow + 1) : [low, afterLow];
    ranges.push([low, high]);
    at = next;
  }
  return [{ ranges, negated }, at + 1];
}

/** `[:alpha:]` within a set. */
function readClass(characters: readonly string[], at: number) {
  if (characters[at] !== '[' || characters[at + 1] !== ':') return undefined;
  const colon = characters.indexOf(':', at + 2);
  if (colon < 0 || characters[colon + 1] !== ']') return undefined;
  const name = characters.slice(at + 2, colon).join('');
  const ranges = posixClass(name);
  if (!ranges) throw new PatternError(`The pattern names a class that there is not: [:${name}:].`);
  return { ranges, next: colon + 2 };
}

function readMember(characters: readonly string[], at: number): [number, number] {
  const place = characters[at] === '\\' ? at + 1 : at;
  const code = characters[place]?.codePointAt(0);
  if (code === undefined) throw new PatternError('The pattern has a "[" without its "]".');
  return [code, place + 1];
}
