import { isAbsolute, resolve } from 'node:path';
import { PathError, resolvePath } from '../base/paths.ts';
import type { PathTouch } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import type { Directories } from './directories.ts';
import { matchGlob } from './glob-matches.ts';
import { mayLook } from './looks.ts';
import { remembered, type Touches } from './seen.ts';
import { throughMade } from './through-made.ts';
import type { WordValue } from './word.ts';

export const TOO_MANY = 'It names more files than can be looked at.';

/** Resolves the operands of a file command or the target of a redirection. */
export function touch(
  values: readonly WordValue[],
  access: PathTouch['access'],
  directories: Directories,
  scene: ShellScene,
): Touches {
  const touches: PathTouch[] = [];
  let problem: string | undefined;
  // The same name a thousand times is one look at the disk; a quoted twin of a pattern is another name.
  for (const value of new Map(values.map((one) => [`${one.glob} ${one.text}`, one])).values()) {
    if (value.text === '' || value.text === '-' || value.text === '/dev/null') continue;
    const bases = isAbsolute(value.text) ? [scene.cwd] : directories;
    if (!bases) problem = `Where ${value.text} lies is not known after a change of directory.`;
    for (const base of bases ?? []) {
      const key = keyOf(value, access, base, scene);
      const isNew = !scene.seen?.touches.has(key);
      if (isNew && !mayLook(scene.looks, base.length + value.text.length)) {
        problem = TOO_MANY;
        touches.push(...asWritten(value, access, base));
        continue;
      }
      const look = () => touchOne(value, access, base, scene);
      const found = remembered(scene.seen?.touches, key, look);
      touches.push(...found.touches);
      problem ??= found.problem;
    }
  }
  return { touches, problem };
}

/** Where a name leads if no link is in its way: what a rule may refuse all the same. */
function asWritten(
  { text }: WordValue,
  access: PathTouch['access'],
  base: string,
): readonly PathTouch[] {
  const path = resolve(base, text);
  return [{ path: { given: text, path, real: path }, access }];
}

/** With more links to go through, the same name may lead elsewhere. */
function keyOf(
  { text, glob }: WordValue,
  access: PathTouch['access'],
  base: string,
  { made }: ShellScene,
): string {
  return `${access} ${glob} ${made?.size ?? 0} ${base}\u0000${text}`;
}

function touchOne(
  value: WordValue,
  access: PathTouch['access'],
  base: string,
  scene: ShellScene,
): Touches {
  try {
    const { home, seen } = scene;
    const real = () => resolvePath(base, '/', home).real;
    const folder = base === scene.cwd ? base : remembered(seen?.folders, base, real);
    const names = value.glob ? matchGlob(value.text, folder, scene) : [value.text];
    if (!names) {
      return { touches: [], problem: `The pattern ${value.text} matches too many files.` };
    }
    // `~` was expanded where bash does it; one that is left is a file of that name.
    const touches = names.map((name) => ({
      path: resolvePath(name.startsWith('~') ? `./${name}` : name, folder, home, seen?.folders),
      access,
    }));
    const now = folder === base ? touches.map(({ path }) => path) : undefined;
    const made = throughMade(value, names, base, scene, now);
    return {
      touches: [...touches, ...made.paths.map((path) => ({ path, access }))],
      problem: made.problem,
    };
  } catch (error) {
    if (error instanceof PathError) return { touches: [], problem: error.message };
    throw error;
  }
}
