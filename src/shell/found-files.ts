import { type Dirent, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Search } from './find-tests.ts';

/** What a walk through folders comes upon. */
export interface FoundFile {
  /** As find prints it: the folder as it was named, and what lies below. */
  readonly given: string;
  /** A file or a folder: no link, no pipe, no device. */
  readonly isPlain: boolean;
}

/**
 * What a search may come upon below its folders, links not followed.
 * @returns `undefined`: more than `most`, or some that can not be listed.
 */
export function filesFound(
  search: Search,
  cwd: string,
  most: number,
): readonly FoundFile[] | undefined {
  if (search.followsLinks) return undefined;
  const found: FoundFile[] = [];
  const open = search.folders.map((folder) => ({ folder, level: 1 }));
  let left = most;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { folder, level } = next;
    const entries = list(resolve(cwd, folder));
    left -= entries?.length ?? 0;
    if (!entries || left < 0) return undefined;
    const below = entries.map((entry) => ({ entry, given: join(folder, entry.name) }));
    const kept = below.filter(({ given }) => !search.isPruned(given));
    for (const { entry, given } of kept) {
      const isPlain = entry.isFile() || entry.isDirectory();
      if (search.mayBe(given, entry.isSymbolicLink())) found.push({ given, isPlain });
    }
    const folders = kept.filter(({ entry }) => entry.isDirectory() && level < search.depth);
    open.push(...folders.map(({ given }) => ({ folder: given, level: level + 1 })));
  }
  return found;
}

/** As find writes it: `./a`, where `join` of node would leave out the dot. */
function join(folder: string, name: string): string {
  return `${folder.replace(/\/$/, '')}/${name}`;
}

function list(folder: string): readonly Dirent[] | undefined {
  try {
    // Asked first: a failed look costs ten times this.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A file that is named itself has nothing below it.
    return code === 'ENOTDIR' || code === 'ENOENT' ? [] : undefined;
  }
}
