import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { nearest } from '../../base/nearest.ts';
import { isInside, type ResolvedPath } from '../../base/paths.ts';
import type { Workspace } from '../../base/workspace.ts';

/** Folders with more entries than this are not searched for a similar name. */
const MAX_ENTRIES = 5_000;

/** What to tell the model about a file that isn't there: the name it most likely meant. Looks, changes nothing. */
export function explainMissingFile(path: ResolvedPath, workspace: Workspace): string {
  const missing = `There is no file ${path.path}.`;
  const meant = misrooted(path.path, workspace) ?? similarName(path.path);
  if (meant) return `${missing} Did you mean ${meant}?`;
  const folder = existingFolder(path.path);
  if (!statSync(folder).isDirectory())
    return `${missing} ${folder} is a file: nothing can be below it.`;
  if (folder !== dirname(path.path))
    return `${missing} The folder ${dirname(path.path)} doesn't exist either; the nearest that does is ${folder}.`;
  return `${missing} Relative paths start at ${workspace.directory}.`;
}

/** `/src/x` meant as `<workspace>/src/x`, or a path from the top given in a package's folder. */
function misrooted(path: string, workspace: Workspace): string | undefined {
  const below = isInside(path, workspace.directory)
    ? path.slice(workspace.directory.length)
    : path.slice(path.indexOf(sep));
  const bases = new Set([workspace.directory, workspace.root]);
  return [...bases]
    .map((base) => join(base, below))
    .find((other) => other !== path && existsSync(other));
}

function similarName(path: string): string | undefined {
  const names = entriesOf(dirname(path));
  const wanted = basename(path);
  const stem = wanted.replace(/\.[^.]*$/, '');
  const other =
    nearest(wanted, names) ?? names.find((name) => name.replace(/\.[^.]*$/, '') === stem);
  return other === undefined ? undefined : join(dirname(path), other);
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MAX_ENTRIES).sort();
  } catch {
    return [];
  }
}

function existingFolder(path: string): string {
  const parent = dirname(path);
  return parent === path || existsSync(parent) ? parent : existingFolder(parent);
}
