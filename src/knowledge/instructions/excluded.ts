import { messageOf } from '../../base/errors.ts';
import { globMatcher } from '../../tools/glob/glob-matcher.ts';

/** Whether `claudeMdExcludes` of settings names a file, by absolute path with slashes. */
export function excludedBy(globs: readonly string[], notices: string[]): (path: string) => boolean {
  const matchers = globs.flatMap((glob) => {
    try {
      return globMatcher(glob.replace(/^\//u, ''));
    } catch (error) {
      notices.push(`claudeMdExcludes: ${messageOf(error)}`);
      return [];
    }
  });
  return (path) => {
    const below = path.replaceAll('\\', '/').replace(/^\//u, '');
    return matchers.some((matcher) => matcher(below));
  };
}
