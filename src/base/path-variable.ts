import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { isInside } from './paths.ts';

/**
 * The value of PATH without the entries that are relative or lead into `outside`: a checkout could bring
 * its own `git` or `ls` there, and jobs do put `node_modules/.bin` or a virtual environment first.
 */
export function pathWithout(path: string, outside: string): string {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !leadsInto(folder, outside))
    .join(delimiter);
}

function leadsInto(folder: string, outside: string): boolean {
  if (isInside(folder, outside)) return true;
  try {
    return isInside(realpathSync.native(folder), outside);
  } catch {
    // What isn't there holds no program.
    return false;
  }
}
