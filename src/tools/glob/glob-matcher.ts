import picomatch from 'picomatch';
import { ToolRefusal } from '../../tool/refusal.ts';

/**
 * A test for paths below the start of a search, `/` between names.
 * @throws ToolRefusal for a pattern that is none: brackets that are not closed.
 */
export function globMatcher(rest: string): (path: string) => boolean {
  try {
    return picomatch(rest, { dot: true, strictBrackets: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolRefusal(
      `\`pattern\` is not a glob: ${why}. Write \\ before a bracket that is part of a name.`,
      { cause: error },
    );
  }
}
