import { PatternError } from '../../base/name-glob.ts';
import { compilePattern, matchesPattern, type PathPattern } from '../../base/pattern.ts';
import { ToolRefusal } from '../../tool/refusal.ts';
import { expandGroups } from './expand-groups.ts';

/**
 * A test for paths below the start of a search, `/` between names. Dot files count as others do;
 * `dir/**` is what lies in `dir`. No regular expressions: `+(*a)b` or `*a*a*a*b` against one long name
 * would hold the process past every deadline. The steps are bounded by pattern × path.
 * @throws ToolRefusal for a pattern that is none, and for one that stands for too many
 */
export function globMatcher(rest: string): (path: string) => boolean {
  const patterns = compileGlob(rest);
  return (path) => {
    const names = path.split('/');
    return patterns.some((pattern) => matchesPattern(pattern, names, { whole: true }));
  };
}

/** The patterns without groups that `rest` stands for. @throws ToolRefusal */
export function compileGlob(rest: string): PathPattern[] {
  try {
    const compiled = expandGroups(rest).map(compileOne);
    const patterns = compiled.filter((pattern) => pattern !== undefined);
    if (patterns.length === 0) throw new PatternError('The pattern names nothing.');
    return patterns;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new ToolRefusal(
      `\`pattern\` can’t be used: ${error.message} Write \\ before a bracket that is part of a name.`,
      { cause: error },
    );
  }
}

/** A member of a group may be empty (`{a/,}b`), and leave a slash too many. */
function compileOne(text: string): PathPattern | undefined {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  // The slash in front: from the start of the search on, not at any depth.
  return names.length === 0 ? undefined : compilePattern(`/${names.join('/')}`);
}
