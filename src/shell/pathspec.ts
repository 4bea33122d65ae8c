/** A path or pattern by which git commands choose files (gitglossary, “pathspec”). */
export interface Pathspec {
  readonly isExclusion: boolean;
  /** Whether it chooses a file, told from the top of the work tree. */
  matches(path: string): boolean;
}

/** Patterns of more than stars; two stars that are no whole name. */
const ODD = /[?[\\]|[^/]\*\*|\*\*[^/]/;

/** @param folder where it is given, from the top of the work tree (`''` or `a/b/`). */
export function readPathspec(text: string, folder: string): Pathspec {
  const long = /^:\(([^)]*)\)(.*)$/s.exec(text);
  const short = long ? null : /^:([!^/]+):?(.*)$/s.exec(text);
  const words = long?.[1]?.split(',') ?? [];
  const signs = short?.[1] ?? '';
  const given = long?.[2] ?? short?.[2] ?? text;
  const isExclusion = words.includes('exclude') || /[!^]/.test(signs);
  const isTop = words.includes('top') || signs.includes('/');
  const pattern = normal(isTop ? given : folder + given);
  const isKnown =
    pattern !== undefined &&
    (long !== null || short !== null || !text.startsWith(':')) &&
    !ODD.test(pattern) &&
    words.every((word) => /^(?:top|exclude|glob|)$/.test(word));
  // What isn't understood chooses everything, and leaves out nothing.
  if (!isKnown) return { isExclusion, matches: () => !isExclusion };
  const regex = pattern.includes('*') ? patternOf(pattern, words.includes('glob')) : undefined;
  return {
    isExclusion,
    matches: (path) =>
      regex?.test(path) ?? (pattern === '' || path === pattern || path.startsWith(`${pattern}/`)),
  };
}

/** Without `.` and `..`; `undefined` when it leads out. */
function normal(path: string): string | undefined {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..' && names.pop() === undefined) return undefined;
    if (name !== '..' && name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}

/** Stars cross slashes, but with the word `glob` only two of them do. */
function patternOf(pattern: string, isGlob: boolean): RegExp {
  const source = pattern.split(/(\*\*\/|\*+)/).map((part) => {
    if (part === '**/') return isGlob ? '(?:.*/)?' : '.*/';
    if (part === '*' && isGlob) return '[^/]*';
    return part.startsWith('*') ? '.*' : part.replace(/[.+^${}()|]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 's');
}
