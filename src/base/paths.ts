import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, parse, resolve, sep } from 'node:path';

/** A path as given and as it is: what rules and guards judge. */
export interface ResolvedPath {
  readonly given: string;
  /** Absolute, `..` and `.` removed, links kept: the name as written. */
  readonly path: string;
  /**
   * The object it leads to, as the operating system would find it: links of the longest existing
   * prefix followed, dangling ones too, and `..` taken after the link before it.
   */
  readonly real: string;
  /** A socket, pipe or device stands at `real`. Absent: a file, a folder, or nothing yet. */
  readonly special?: true;
}

/** A path that no tool may use: control characters, a network share, a loop of links. Its message says which. */
export class PathError extends Error {
  override readonly name = 'PathError';
}

/**
 * Resolves a path as the operating system would, without expanding anything but a leading `~/`.
 * Looks at links on disk and changes nothing. `folders` keeps the real names of folders for many
 * paths at one moment: each is then looked up once.
 * @throws PathError for control characters, network shares (`\\server\share`) and loops of links.
 */
export function resolvePath(
  given: string,
  base: string,
  home: string,
  folders?: Map<string, string>,
): ResolvedPath {
  refuseOdd(given);
  const expanded = given === '~' || given.startsWith('~/') ? join(home, given.slice(1)) : given;
  const path = isAbsolute(expanded) ? normalize(expanded) : resolve(base, expanded);
  const trimmed =
    path.length > parse(path).root.length && path.endsWith(sep) ? path.slice(0, -1) : path;
  // Not the normalised name: `link/../x` is a neighbour of the link's target, not of the link.
  const raw = isAbsolute(expanded) ? expanded : base + sep + expanded;
  const dotted = raw.includes('..');
  const plain = folders && !dotted ? plainIn(trimmed, folders) : undefined;
  const real = plain?.real ?? realOf(dotted ? raw : trimmed);
  const special = plain ? isOdd(plain.stats) : isSpecial(real);
  return { given, path: trimmed, real, ...(special && { special: true as const }) };
}

/** True when `path` is `folder` or lies in it, compared by segment (`/w2` is not in `/w`). */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The names between `folder` and `path`, none for `folder` itself; `undefined` when it isn't inside. */
export function segmentsBelow(path: string, folder: string): string[] | undefined {
  if (!isInside(path, folder)) return undefined;
  return path
    .slice(folder.length)
    .split(sep)
    .filter((segment) => segment !== '');
}

function refuseOdd(given: string): void {
  // A NUL would end the name for the system but not for us; other control characters hide in reports.
  const odd = /[\u0000-\u001f\u007f-\u009f]/u.exec(given);
  if (odd) throw new PathError(`The path has a control character at position ${odd.index}.`);
  // Opening \\server\share makes Windows log in to that server: the account's hash leaves.
  if (/^\\\\/u.test(given) || (sep === '\\' && /^[\\/]{2}/u.test(given))) {
    throw new PathError('The path names a network share; only local paths can be used.');
  }
  // `file:stream` is another name of the file on Windows, and `C:x` depends on hidden state.
  if (sep === '\\' && /:/u.test(given.replace(/^[a-z]:[\\/]/iu, ''))) {
    throw new PathError('The path has a colon where Windows gives it a second meaning.');
  }
}

function realOf(raw: string): string {
  try {
    return realpathSync.native(raw);
  } catch (error) {
    refuseUnlessMissing(error, raw);
    return walk(raw);
  }
}

/** A name in a folder that is known; `undefined` for a link, which has to be followed. */
function plainIn(path: string, folders: Map<string, string>) {
  const folder = dirname(path);
  // The root lies in itself.
  if (folder === path) return undefined;
  const known = folders.get(folder) ?? realFolder(folder, folders);
  folders.set(folder, known);
  const real = below(known, path.slice(folder.length).replace(sep, ''));
  const stats = lstat(real);
  return stats?.isSymbolicLink() ? undefined : { real, stats };
}

/** Below a folder that is known one look is enough; `realpath` fails slowly for what is not there. */
function realFolder(path: string, folders: Map<string, string>): string {
  const parent = dirname(path);
  const known = parent === path ? undefined : folders.get(parent);
  if (known === undefined) return realOf(path);
  const real = below(known, path.slice(parent.length).replace(sep, ''));
  return lstat(real)?.isSymbolicLink() ? realOf(path) : real;
}

const MAX_LINKS = 40;

/** Segment by segment, for paths of which only a beginning exists. */
function walk(raw: string): string {
  let real = parse(raw).root;
  const pending = splitPath(raw.slice(real.length)).reverse();
  let links = 0;
  // Names below one that is missing: nothing is there to look at, however many they are.
  let missing = 0;
  for (let segment = pending.pop(); segment !== undefined; segment = pending.pop()) {
    if (segment === '..') {
      real = dirname(real);
      missing = Math.max(0, missing - 1);
      continue;
    }
    const next = below(real, segment);
    const stats = missing > 0 ? undefined : lstat(next);
    const target = targetOf(next, stats, pending);
    if (target === undefined) {
      real = next;
      missing += stats ? 0 : 1;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) throw new PathError('The path runs through a loop of links.');
    // A dangling link counts as its target: what is written through it appears there.
    pending.push(...splitPath(target.slice(parse(target).root.length)).reverse());
    if (isAbsolute(target)) real = parse(target).root;
  }
  return real;
}

/**
 * `undefined` for what is no link, and for one of the kernel that is closed to us: whatever that leads to,
 * it counts as /proc.
 * @param behind the names behind it: where those would go back to is not known.
 */
function targetOf(
  link: string,
  stats: Stats | undefined,
  behind: readonly string[],
): string | undefined {
  if (!stats?.isSymbolicLink()) return undefined;
  try {
    return readlinkSync(link);
  } catch (cause) {
    if (isInside(link, '/proc') && !behind.includes('..')) return undefined;
    throw new PathError(`The path runs through ${link}, a link that can't be read.`, { cause });
  }
}

function below(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function splitPath(path: string): string[] {
  return path.split(sep === '\\' ? /[\\/]/u : '/').filter((part) => part !== '' && part !== '.');
}

function lstat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    refuseUnlessMissing(error, path);
    return undefined;
  }
}

function isSpecial(real: string): boolean {
  try {
    return isOdd(statSync(real, { throwIfNoEntry: false }));
  } catch {
    return false;
  }
}

function isOdd(stats: Stats | undefined): boolean {
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

/** What is missing or closed to us has no link to follow; any other failure leaves the path unknown. */
function refuseUnlessMissing(error: unknown, path: string): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM') return;
  const why = code === 'ELOOP' ? 'runs through a loop of links' : `can't be resolved (${code})`;
  throw new PathError(`The path ${path.length > 200 ? `${path.slice(0, 200)}…` : path} ${why}.`, {
    cause: error,
  });
}
