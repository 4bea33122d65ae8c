import { foldName } from './fold-name.ts';
import {
  compileNameGlob,
  literalOf,
  matchesNameGlob,
  type NameGlob,
  PatternError,
} from './name-glob.ts';

/** One name between slashes: `**`, a plain name, or a glob within the name. */
type Part = '**' | { readonly literal: string } | { readonly glob: NameGlob };

/** A compiled gitignore pattern, relative to some folder. */
export interface PathPattern {
  readonly parts: readonly Part[];
  /** Names are compared as the most forgiving file system would (`foldName`). */
  readonly fold: boolean;
}

/**
 * Compiles one gitignore pattern: `*` and `?` stay within a name, `**` crosses, `[a-z]` is a set,
 * `\` takes the next character literally. Without a slash at its start or middle it matches at any
 * depth. Negation (`!`) is refused: order would count then.
 * @throws PatternError
 */
export function compilePattern(text: string, options: { fold?: boolean } = {}): PathPattern {
  const fold = options.fold ?? false;
  if (text.startsWith('!')) {
    throw new PatternError('A pattern can’t start with "!"; write \\! for the character itself.');
  }
  const body = text.replace(/^\//u, '').replace(/\/$/u, '');
  if (body === '') throw new PatternError('The pattern names nothing; write /** for everything.');
  const names = body.split('/');
  const parts = names.map((name) => compilePart(name, fold));
  const anyDepth = names.length === 1 && !text.startsWith('/') && names[0] !== '**';
  return { parts: anyDepth ? ['**', ...parts] : parts, fold };
}

/** The same pattern at any depth below its folder. */
export function atAnyDepth(pattern: PathPattern): PathPattern {
  return pattern.parts[0] === '**' ? pattern : { ...pattern, parts: ['**', ...pattern.parts] };
}

/**
 * Does the pattern match this path, or a folder that it lies in? `names` are the path's segments below
 * the pattern's folder. `dir/**` matches what is inside `dir`.
 * `withFolder`: and `dir` itself. `exactEnd`: a wildcard at the end matches the path itself alone, so
 * that `src/*` grants no `src/a/b`. `whole`: the path itself alone, whatever the end.
 */
export function matchesPattern(
  pattern: PathPattern,
  names: readonly string[],
  options: { withFolder?: boolean; exactEnd?: boolean; whole?: boolean } = {},
): boolean {
  const { parts } = pattern;
  const folded = pattern.fold ? names.map(foldName) : names;
  const last = parts.at(-1);
  const wildEnd = typeof last === 'object' && 'glob' in last;
  const whole = options.whole === true || (options.exactEnd === true && wildEnd);
  if (matches(parts, folded, whole)) return true;
  return options.withFolder === true && last === '**' && matches(parts.slice(0, -1), folded, true);
}

/** The plain names before the first wildcard, for indexes. */
export function literalPrefix(pattern: PathPattern): string[] {
  const names: string[] = [];
  for (const part of pattern.parts) {
    if (part === '**' || !('literal' in part)) break;
    names.push(part.literal);
  }
  return names;
}

/** A text that stands in a name of every path that matches, for indexes; the longest that is easily told. */
export function longestLiteral({ parts }: PathPattern): string {
  const texts = parts.flatMap((part) => {
    if (part === '**') return [];
    return 'literal' in part ? [part.literal] : [part.glob.start, part.glob.end];
  });
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

/** A relative path as a pattern that matches it (and what lies in it) alone. */
export function escapePattern(path: string): string {
  return path.replace(/[\\*?[\]!]/gu, '\\$&');
}

/**
 * True when `parts` match `names`, or, unless `whole`, some beginning of them. Greedy as
 * `matchesNameGlob` is, with `**` as the star and names as the characters.
 */
function matches(parts: readonly Part[], names: readonly string[], whole: boolean): boolean {
  let part = 0;
  let name = 0;
  let starPart = -1;
  let starName = 0;
  while (part < parts.length || (whole && name < names.length)) {
    const current = parts[part];
    if (current === '**') {
      // At the end it stands for everything inside, not for the folder itself.
      if (part === parts.length - 1) return name < names.length;
      starPart = part;
      starName = name;
      part += 1;
    } else if (current !== undefined && matchesName(current, names[name])) {
      part += 1;
      name += 1;
    } else if (starPart >= 0 && starName < names.length) {
      starName += 1;
      part = starPart + 1;
      name = starName;
    } else {
      return false;
    }
  }
  return true;
}

function matchesName(part: Exclude<Part, '**'>, name: string | undefined): boolean {
  if (name === undefined) return false;
  return 'literal' in part ? part.literal === name : matchesNameGlob(part.glob, name);
}

function compilePart(name: string, fold: boolean): Part {
  if (name === '**') return '**';
  if (name === '' || name === '.' || name === '..') {
    const what = name === '' ? 'an empty name between two slashes' : `"${name}" as a name`;
    throw new PatternError(`A pattern can’t have ${what}; write out the path it leads to.`);
  }
  // A glob's ends aren't the name's ends: of the folding, only the case is safe to apply to it.
  const glob = compileNameGlob(fold ? foldGlob(name) : name);
  const literal = literalOf(glob);
  return literal === undefined ? { glob } : { literal: fold ? foldName(literal) : literal };
}

/** A folded name has one case: a class for the other would never match. */
function foldGlob(name: string): string {
  const lower = name.normalize('NFC').toLowerCase();
  return lower.replace(/\[:(?:upper|lower):\]/gu, '[:alpha:]');
}
