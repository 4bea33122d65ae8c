import { PatternError } from '../../base/name-glob.ts';
import { expandRange } from './expand-range.ts';

/** The most patterns that one may stand for, and the most characters of them all. */
const MAX_PATTERNS = 1_024;
const MAX_CHARACTERS = 32_768;
const MAX_DEPTH = 16;

/** Groups that repeat or negate: no list of plain patterns says the same. */
const REFUSED: Readonly<Record<string, string>> = {
  '+': '`+(…)` (once or more) is not known here: write the names out, `{a,aa}`, or use `*`.',
  '*': '`*(…)` (any number of times) is not known here: write the names out, `{a,aa}`, or use `*`.',
  '!': '`!(…)` (anything but) is not known here: say what to find, and pass over the rest.',
};

/**
 * The patterns without groups that a pattern stands for: `{a,b}`, `{1..3}`, `@(a|b)`, `?(a)` and
 * `(a|b)`. A group with one member is plain text: `(auth)` and `{id}` are names of folders.
 * @throws PatternError for a group or a set that is not closed, for those that repeat or negate, and
 *   for more patterns than a search can hold against every file
 */
export function expandGroups(pattern: string): string[] {
  const { texts } = readSequence({ pattern, at: 0, depth: 0 }, '');
  return [...new Set(bounded(texts))];
}

interface Reader {
  readonly pattern: string;
  at: number;
  depth: number;
}

/** Reads up to one of `stops` or the end, and says which. */
function readSequence(reader: Reader, stops: string): { texts: string[]; stop: string } {
  const { pattern } = reader;
  let texts = [''];
  while (reader.at < pattern.length) {
    const character = pattern.charAt(reader.at);
    if (stops.includes(character)) return { texts, stop: character };
    texts = product(texts, readPiece(reader, character));
  }
  return { texts, stop: '' };
}

/** What the next piece stands for. */
function readPiece(reader: Reader, character: string): readonly string[] {
  const { pattern, at } = reader;
  if (character === '{') return readBraces(reader);
  if (character === '(') return readParentheses(reader, '');
  if (pattern.charAt(at + 1) === '(' && '@?+*!'.includes(character)) {
    const refused = REFUSED[character];
    if (refused) throw new PatternError(`${refused} A parenthesis that is part of a name is \\(.`);
    reader.at += 1;
    return readParentheses(reader, character);
  }
  reader.at = character === '[' ? endOfSet(pattern, at) : plainEnd(pattern, at);
  return [pattern.slice(at, reader.at)];
}

function readBraces(reader: Reader): readonly string[] {
  const start = reader.at + 1;
  const members = readMembers(reader, ',', '}', '{');
  const [only, second] = members;
  if (only === undefined || second !== undefined) return bounded(members.flat());
  return (
    expandRange(reader.pattern.slice(start, reader.at - 1), MAX_PATTERNS) ??
    only.map((text) => `{${text}}`)
  );
}

function readParentheses(reader: Reader, kind: string): readonly string[] {
  const members = readMembers(reader, '|', ')', '(');
  const texts = bounded(members.flat());
  if (kind === '?') return ['', ...texts];
  return kind === '' && members.length === 1 ? texts.map((text) => `(${text})`) : texts;
}

function readMembers(reader: Reader, between: string, close: string, open: string): string[][] {
  const members: string[][] = [];
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw new PatternError('The pattern nests more than 16 groups.');
  for (let stop = between; stop === between; ) {
    reader.at += 1;
    const read = readSequence(reader, between + close);
    members.push(read.texts);
    stop = read.stop;
    if (stop === '') throw new PatternError(`The pattern has a "${open}" without its "${close}".`);
  }
  reader.at += 1;
  reader.depth -= 1;
  return members;
}

/** Counted before it is built: twenty groups of two are a million patterns. */
function product(starts: readonly string[], ends: readonly string[]): string[] {
  if (starts.length * ends.length > MAX_PATTERNS) throw tooMany();
  if (ends.length === 1) return bounded(starts.map((start) => start + ends[0]));
  return bounded(starts.flatMap((start) => ends.map((end) => start + end)));
}

function bounded(texts: string[]): string[] {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (texts.length > MAX_PATTERNS || characters > MAX_CHARACTERS) throw tooMany();
  return texts;
}

function tooMany(): PatternError {
  return new PatternError(
    `The groups in the pattern stand for more than ${MAX_PATTERNS} patterns or ${MAX_CHARACTERS} characters; use \`*\` in place of some.`,
  );
}

/** A run of characters that begin nothing. */
function plainEnd(pattern: string, at: number): number {
  if (pattern.charAt(at) === '\\') return Math.min(at + 2, pattern.length);
  let end = at + 1;
  while (end < pattern.length && !/[\\[{}(),|@?+*!]/.test(pattern.charAt(end))) end += 1;
  return end;
}

/** Behind the `]` of the set at `at`. Groups have no meaning in it. */
function endOfSet(pattern: string, at: number): number {
  const negated = '!^'.includes(pattern.charAt(at + 1) || ' ');
  const first = negated ? at + 2 : at + 1;
  for (let end = first; end < pattern.length && pattern.charAt(end) !== '/'; end += 1) {
    if (pattern.charAt(end) === ']' && end > first) return end + 1;
    if (pattern.charAt(end) === '\\') end += 1;
    else if (pattern.startsWith('[:', end)) end = Math.max(end, pattern.indexOf(':]', end) + 1);
  }
  throw new PatternError('The pattern has a "[" without its "]".');
}
