import { statSync } from 'node:fs';

/** Whether a folder lies there, or may lie there: what is closed to us counts as one. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return true;
  }
}
