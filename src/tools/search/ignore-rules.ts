import { PatternError } from '../../base/name-glob.ts';
import { compilePattern, matchesPattern, type PathPattern } from '../../base/pattern.ts';

/** What the lines of ignore files in one folder say. */
export interface IgnoreRules {
  /**
   * The word of the last line that names the path; `undefined`: none does. Folders above it are the
   * caller's: what lies in an ignored one is never asked about.
   * @param names the path's segments below the folder of the file
   */
  test(names: readonly string[], isFolder: boolean): 'ignored' | 'kept' | undefined;
}

interface Rule {
  readonly pattern: PathPattern;
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
}

/** Nobody writes as many by hand; every file of a search is held against each. */
const MAX_RULES = 5_000;
const LONGEST_LINE = 4_096;

/**
 * Reads ignore files as git does. A line that is no pattern names nothing, nor do lines of more than
 * 4096 characters and those behind the first 5000: then more is searched, not less.
 * No regular expressions: the repository is a stranger's, and a chain of `**` in a file of its could
 * hold the process past every deadline. The steps for a path are bounded by text × path.
 */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules: Rule[] = [];
  for (const line of text.split(/\r?\n/)) {
    const rule = line.length > LONGEST_LINE ? undefined : parseLine(line);
    if (rule) rules.push(rule);
    if (rules.length === MAX_RULES) break;
  }
  rules.reverse();
  return {
    test(names, isFolder) {
      const last = rules.find(
        ({ pattern, foldersOnly }) =>
          (isFolder || !foldersOnly) && matchesPattern(pattern, names, { whole: true }),
      );
      if (!last) return undefined;
      return last.keeps ? 'kept' : 'ignored';
    },
  };
}

function parseLine(line: string): Rule | undefined {
  if (line.startsWith('#')) return undefined;
  const keeps = line.startsWith('!');
  const text = trimEnd(keeps ? line.slice(1) : line);
  if (text === '') return undefined;
  // Three stars are two to git, and `!` a character of its own behind the first.
  const body = text.replace(/(?<=^|\/)\*{3,}(?=\/|$)/g, '**').replace(/^!/, '\\!');
  try {
    return { pattern: compilePattern(body), keeps, foldersOnly: body.endsWith('/') };
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Blanks at the end don't count, but for one behind a backslash. */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && line.charAt(end - 1) === ' ') end -= 1;
  let slashes = 0;
  while (line.charAt(end - 1 - slashes) === '\\') slashes += 1;
  return line.slice(0, slashes % 2 === 1 && end < line.length ? end + 1 : end);
}
