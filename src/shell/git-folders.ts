import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where git keeps what belongs to a work tree. */
export interface GitFolders {
  /** The index and the rest that this work tree has for itself. */
  readonly own: string;
  /** Settings, hooks and objects. */
  readonly common: string;
}

const MAX_MODULES = 1_000;

/**
 * The work tree that git finds from a folder on: a checkout can hold others, and the nearest is git's.
 * @throws Error where a bare repository may lie: anybody can plant one, as it has no `.git`.
 */
export function topOf(folder: string): string | undefined {
  if (statSync(join(folder, '.git'), { throwIfNoEntry: false })) return folder;
  const isBare = ['HEAD', 'objects', 'refs'].every((name) =>
    statSync(join(folder, name), { throwIfNoEntry: false }),
  );
  if (isBare) throw new Error('A bare repository may lie there.');
  const parent = dirname(folder);
  return parent === folder ? undefined : topOf(parent);
}

export function gitFoldersOf(top: string): GitFolders {
  const link = join(top, '.git');
  if (statSync(link).isDirectory()) return { own: link, common: link };
  const target = /^gitdir: (.+)$/m.exec(readFileSync(link, 'utf8'))?.[1]?.trim();
  if (target === undefined) throw new Error('.git is no repository.');
  const own = resolve(top, target);
  return { own, common: resolve(own, textOf(join(own, 'commondir'))?.trim() ?? '.') };
}

/**
 * The repositories of submodules that git keeps beside its own, also of those not checked out.
 * @throws Error for more than can be looked at.
 */
export function modulesIn({ common }: GitFolders): readonly string[] {
  const found: string[] = [];
  const open = [join(common, 'modules')];
  let left = MAX_MODULES;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    left -= 1;
    if (left < 0) throw new Error('There are too many submodules.');
    const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
    if (names.includes('HEAD')) found.push(folder);
    // A name may have slashes (`modules/lib/a`), and a submodule submodules of its own.
    const inner = names.includes('HEAD') ? names.filter((name) => name === 'modules') : names;
    open.push(...inner.map((name) => join(folder ?? '', name)).filter(isDirectory));
  }
  return found;
}

/** @returns `undefined` when there is none; anything else that prevents reading is thrown. */
export function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw error;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
