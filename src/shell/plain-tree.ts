import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ShellScene } from './analysis.ts';
import { isFolder } from './is-folder.ts';
import { isInGit, isWithheld } from './sensitive.ts';

/** More are not looked through. */
const MAX_ENTRIES = 2_000;

/** Whether a file or all of a folder can be read through: no link in it, nothing secret, no repository. */
export function holdsOnlyPlain(path: string, scene: ShellScene): boolean {
  if (!isFolder(path)) return true;
  let left = MAX_ENTRIES;
  const open = [path];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = list(folder);
    left -= entries?.length ?? 0;
    if (!entries || left < 0) return false;
    if (!entries.every((entry) => isPlain(entry, join(folder, entry.name), scene))) return false;
    const folders = entries.filter((entry) => entry.isDirectory());
    open.push(...folders.map(({ name }) => join(folder, name)));
  }
  return true;
}

function isPlain(entry: Dirent, path: string, scene: ShellScene): boolean {
  return (entry.isFile() || entry.isDirectory()) && !isWithheld(path, scene) && !isInGit(path);
}

function list(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
