import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path';

/** A path as given and as it is: what rules and guards judge. */
export interface ResolvedPath {
  readonly given: string;
  /** Absolute, `..` and `.` removed, links kept: the name as written. */
  readonly path: string;
  /** Links of the longest existing prefix resolved: the object it leads to. */
  readonly real: string;
}

/** A path that no tool may use: NUL or control characters. Its message says which. */
export class PathError extends Error {
  override readonly name = 'PathError';
}

/**
 * Resolves a path as the operating system would, without expanding anything but a leading `~/`.
 * @throws PathError for NUL and other control characters.
 */
export function resolvePath(given: string, base: string, home: string): ResolvedPath {
  // A NUL would end the name for the system but not for us; other control characters hide in reports.
  const odd = /[\u0000-\u001f\u007f-\u009f]/u.exec(given);
  if (odd) throw new PathError(`The path has a control character at position ${odd.index}.`);
  const expanded = given === '~' || given.startsWith('~/') ? join(home, given.slice(1)) : given;
  const path = isAbsolute(expanded) ? normalize(expanded) : resolve(base, expanded);
  const trimmed = path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path;
  return { given, path: trimmed, real: realPrefix(trimmed) };
}

/** True when `path` is `folder` or lies in it, compared by segment (`/w2` is not in `/w`). */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function realPrefix(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPrefix(parent), basename(path));
  }
}
