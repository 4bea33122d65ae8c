import { posix } from 'node:path';

/** A pattern taken apart. */
export interface GlobPattern {
  /** The folders before the first wildcard, joined to `path`: where the search starts. */
  readonly start: string;
  /** The rest, matched against paths below `start`. */
  readonly rest: string;
  /** Segments of the rest without wildcards: names that were asked for by name. */
  readonly named: ReadonlySet<string>;
  /** How deep below `start` the rest reaches. */
  readonly maxDepth: number;
}

const LONGEST_PATTERN = 4096;
const WILD = /[*?[\]{}()!+@|\\]/;

/** Why a pattern can't be used, as far as can be told without compiling it; `undefined`: it can. */
export function globProblem(pattern: string): string | undefined {
  if (pattern.trim() === '') return '`pattern` is empty.';
  if (pattern.length > LONGEST_PATTERN) return '`pattern` is longer than 4096 characters.';
  if (/[\u0000-\u001f\u007f]/.test(pattern)) return '`pattern` holds a control character.';
  if (pattern.startsWith('!')) {
    return '`pattern` starts with `!`: say what to find, not what to leave out.';
  }
  // `*/../../x` would leave the folder that the rules judge.
  if (/(?:^|[/\\{,(|])\.\.(?:$|[/\\},)|])/.test(pattern)) {
    return '`pattern` holds `..`; give the folder in `path` instead.';
  }
  return undefined;
}

/** @param pattern one without a problem */
export function parseGlob(pattern: string, path: string): GlobPattern {
  const segments = pattern.split('/').filter((segment) => segment !== '.');
  const wild = segments.findIndex((segment) => WILD.test(segment));
  const first = wild < 0 ? segments.length - 1 : wild;
  const folder = segments.slice(0, first).join('/');
  const rest = segments.slice(first).filter((segment) => segment !== '');
  return {
    start: pattern.startsWith('/') ? folder || '/' : posix.join(path, folder),
    rest: rest.join('/'),
    named: new Set(rest.filter((segment) => !WILD.test(segment))),
    maxDepth: rest.some((segment) => /\*\*|[({]/.test(segment))
      ? Number.POSITIVE_INFINITY
      : rest.length - 1,
  };
}
