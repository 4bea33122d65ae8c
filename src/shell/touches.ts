import { dirname, isAbsolute, join } from 'node:path';
import { PathError, resolvePath } from '../base/paths.ts';
import type { PathTouch } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import type { Directories } from './directories.ts';
import { matchGlob } from './glob-matches.ts';
import type { WordValue } from './word.ts';

/** The files that words name, in every directory the shell may be in. */
export interface Touches {
  readonly touches: readonly PathTouch[];
  /** Why not all of them are known. */
  readonly problem: string | undefined;
}

/** Resolves the operands of a file command or the target of a redirection. */
export function touch(
  values: readonly WordValue[],
  access: PathTouch['access'],
  directories: Directories,
  scene: ShellScene,
): Touches {
  const touches: PathTouch[] = [];
  let problem: string | undefined;
  for (const value of values) {
    if (value.text === '' || value.text === '-' || value.text === '/dev/null') continue;
    const bases = isAbsolute(value.text) ? [scene.cwd] : directories;
    if (!bases) problem = `Where ${value.text} lies is not known after a change of directory.`;
    for (const base of bases ?? []) {
      const found = touchOne(value, access, base, scene);
      touches.push(...found.touches);
      problem ??= found.problem;
    }
  }
  return { touches, problem };
}

function touchOne(
  value: WordValue,
  access: PathTouch['access'],
  base: string,
  scene: ShellScene,
): Touches {
  try {
    const folder = base === scene.cwd ? base : resolvePath(base, '/', scene.home).real;
    const names = value.glob ? matchGlob(value.text, folder) : [value.text];
    if (!names) {
      return { touches: [], problem: `The pattern ${value.text} matches too many files.` };
    }
    const touches = names.flatMap((name) => resolveBoth(name, folder, scene.home));
    return { touches: touches.map((path) => ({ path, access })), problem: undefined };
  } catch (error) {
    if (error instanceof PathError) return { touches: [], problem: error.message };
    throw error;
  }
}

/** The path by its text and, where `..` follows a name, the one that the system goes to through links. */
function resolveBoth(name: string, base: string, home: string) {
  // `~` was expanded where bash does it; one that is left is a file of that name.
  const path = resolvePath(name.startsWith('~') ? `./${name}` : name, base, home);
  const given = isAbsolute(name) ? name : join(base, './') + name;
  if (!/[^/.][^/]*\/+\.\.(\/|$)/.test(given)) return [path];
  const physical = resolvePath(followUp(given, home), base, home);
  return physical.path === path.path ? [path] : [path, { ...physical, given: name }];
}

/** `link/..` is the folder above what the link leads to, not the one that holds the link. */
function followUp(absolute: string, home: string): string {
  let current = '/';
  for (const segment of absolute.split('/')) {
    if (segment === '..') current = dirname(resolvePath(current, '/', home).real);
    else if (segment !== '' && segment !== '.') current = join(current, segment);
  }
  return current;
}
