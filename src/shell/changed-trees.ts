import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PathTouch } from '../tool/subject.ts';
import { withoutGlobalOptions } from './git-effects.ts';
import { gitFoldersOf, topOf } from './git-folders.ts';
import { trackedFiles } from './git-index.ts';
import type { Touches } from './seen.ts';

/** More are not looked through. */
const MAX_ENTRIES = 5_000;
/** Named, not looked into: a repository is guarded as a whole, and of packages nobody counts the files. */
const CLOSED = new Set(['.git', 'node_modules']);
const RECURSIVE: Readonly<Record<string, RegExp>> = {
  rm: /^-[a-zA-Z]*[rR]|^--r/,
  chmod: /^-[a-zA-Z]*R|^--rec/,
  chown: /^-[a-zA-Z]*R|^--rec/,
  chgrp: /^-[a-zA-Z]*R|^--rec/,
};

/**
 * What lies in the folders that a command changes as a whole: `rm -r src` is a matter for rules on
 * `src/gen`. Links are named, not followed.
 * @param named what it names itself.
 */
export function changedTrees(
  name: string,
  args: readonly string[],
  named: readonly PathTouch[],
  cwd: string,
): Touches {
  if (!changesTrees(name, args)) return { touches: [], problem: undefined };
  const budget = { left: MAX_ENTRIES };
  const isKept = keptBy(name, args, cwd);
  const found = named.flatMap((touch) => entriesIn(touch, budget));
  const problem =
    budget.left < 0
      ? `It changes more than ${MAX_ENTRIES} files, or some that can not be listed.`
      : undefined;
  return { touches: found.filter(({ path }) => !isKept(path.real)), problem };
}

function changesTrees(name: string, args: readonly string[]): boolean {
  if (name !== 'git') {
    const option = Object.hasOwn(RECURSIVE, name) ? RECURSIVE[name] : undefined;
    return option !== undefined && args.some((arg) => option.test(arg));
  }
  const [command = '', ...rest] = withoutGlobalOptions(args);
  if (/^(?:rm|mv|clean)$/.test(command)) return true;
  // Without a revision they take back what has been changed: what a rule keeps from that is as it was.
  if (command === 'restore') return rest.some((arg) => /^-[a-zA-Z]*s|^--so/.test(arg));
  if (command !== 'checkout') return false;
  const end = rest.indexOf('--');
  const operands = rest.filter((arg) => !arg.startsWith('-'));
  return end < 0
    ? operands.length > 1 || rest.some((arg) => /^--pathspec-from/.test(arg))
    : rest.slice(0, end).some((arg) => !arg.startsWith('-'));
}

/** git clean leaves alone what is in the index. */
function keptBy(name: string, args: readonly string[], cwd: string): (path: string) => boolean {
  if (name !== 'git' || withoutGlobalOptions(args)[0] !== 'clean') return () => false;
  try {
    const top = topOf(cwd);
    if (top === undefined) return () => false;
    const tracked = new Set<string>();
    for (const file of trackedFiles(gitFoldersOf(top).own)) {
      // A folder with a tracked file stays as well.
      for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1)) {
        tracked.add(join(top, file.slice(0, end)));
      }
    }
    return (path) => tracked.has(path) || path.endsWith('/.git');
  } catch {
    return () => false;
  }
}

function entriesIn(touch: PathTouch, budget: { left: number }): PathTouch[] {
  const found: PathTouch[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined && budget.left >= 0; at = open.pop()) {
    for (const entry of list(join(touch.path.real, at), budget)) {
      const inside = join(at, entry.name);
      const path = join(touch.path.path, inside);
      const real = join(touch.path.real, inside);
      found.push({ path: { given: path, path, real }, access: 'write', operand: true });
      budget.left -= 1;
      if (entry.isDirectory() && !CLOSED.has(entry.name)) open.push(inside);
    }
  }
  return found;
}

function list(folder: string, budget: { left: number }): readonly Dirent[] {
  if (CLOSED.has(folder.slice(folder.lastIndexOf('/') + 1))) return [];
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') budget.left = -1;
    return [];
  }
}
