import { messageOf } from '../../base/errors.ts';
import { globMatcher } from '../../tools/glob/glob-matcher.ts';
import type { FrontMatter } from './front-matter.ts';
import { listOfKey } from './keys.ts';

export interface PathGlobs {
  /** As written. */
  readonly globs: readonly string[];
  /** @param path from the folder that the file is for, with slashes. */
  readonly matches: (path: string) => boolean;
}

/**
 * What `paths` in front matter names: globs in a list or a text, from the folder on (contracts 5.1, 5.2). A name without
 * any wildcard is a file, or a folder with all that lies in it. What can't be used is told. `undefined`: there are none.
 */
export function pathGlobs(
  front: FrontMatter,
  file: string,
  notices: string[],
): PathGlobs | undefined {
  const globs = listOfKey(front, 'paths', /,/u);
  if (globs.length === 0) return undefined;
  const matchers = globs.flatMap((glob) => {
    try {
      return spellingsOf(glob).map(globMatcher);
    } catch (error) {
      const { line, column } = front.placeOf('paths');
      notices.push(`${file}:${line}:${column}: ${messageOf(error)}`);
      return [];
    }
  });
  return { globs, matches: (path) => matchers.some((matcher) => matcher(path)) };
}

/** @throws Error for one that takes away: there is nothing that it could take from. */
function spellingsOf(given: string): string[] {
  const glob = given.replace(/^\.?\//u, '');
  if (glob.startsWith('!')) {
    throw new Error(`\`${given}\` matches nothing: name what it is for, not what it isn’t for.`);
  }
  if (glob.endsWith('/')) return [`${glob}**`];
  return /[*?[{\\]/u.test(glob) ? [glob] : [glob, `${glob}/**`];
}
