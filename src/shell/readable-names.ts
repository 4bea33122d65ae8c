import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ShellScene } from './analysis.ts';
import type { Place } from './description.ts';
import { LISTERS, type Names } from './listers.ts';
import { programName } from './program-name.ts';
import { isStrict } from './read-only/readers.ts';
import { remembered } from './seen.ts';
import { isInGit, isWithheld } from './sensitive.ts';
import { literal, type ShellWord, type Upstream } from './word.ts';

/** Stays one word wherever it is split, and is no option, assignment or list of arguments. */
const PLAIN = /^(?![-@+])[\w./@+:,-]+$/;
/** The same where nothing is split. */
const WHOLE = /^(?![-@+])[^=\u0000-\u001f\u007f]+$/u;
/** What passes on some of its lines, whole, by what it may be told. */
const FILTERS: Readonly<Record<string, RegExp>> = {
  head: /^(?:-n ?\d+|-\d+|)$/,
  tail: /^(?:-n ?\+?\d+|-\d+|)$/,
  sort: /^(?:-[urnfVbdg]+)?$/,
  uniq: /^$/,
  tac: /^$/,
};

/**
 * Whether all that these commands may print are names of files that may be read: known, in the checkout,
 * no links, no secrets, refused by no rule.
 * @param words of the program that is given them: a name must not become one of its options.
 */
export function areReadableNames(
  upstream: Upstream,
  words: readonly ShellWord[],
  place: Place,
): boolean {
  const { directories, functions, scene } = place;
  const [cwd, ...more] = directories ?? [];
  const [first = [], ...filters] = upstream.parts;
  const isHere =
    upstream.directories?.length === 1 && more.length === 0 && upstream.directories[0] === cwd;
  if (cwd === undefined || !isHere || functions.size > 0) return false;
  const isNul = upstream.isNul ?? false;
  if (!filters.every((filter) => !isNul && isFilter(filter))) return false;
  const mayBeOption = isStrict(programName(words[0]) ?? '') && !hasEnd(words);
  const texts = first.map((word) => literal(word));
  const key = JSON.stringify([cwd, isNul, mayBeOption, scene.made?.size, texts]);
  return remembered(scene.seen?.names, key, () => {
    const listed = namesOf(first, place, cwd);
    if (listed?.isNul !== isNul || (mayBeOption && !listed.isAnchored)) return false;
    const form = isNul ? WHOLE : PLAIN;
    const isFine = (name: string) => form.test(name) && isReadable(resolve(cwd, name), scene);
    return listed.names.every(isFine) && lieThere(listed.names, cwd);
  });
}

function namesOf(words: readonly ShellWord[], place: Place, cwd: string): Names | undefined {
  const [name = '', ...args] = words.map((word) => literal(word) ?? '');
  return Object.hasOwn(LISTERS, name) ? LISTERS[name]?.(words, args, place, cwd) : undefined;
}

function isFilter(words: readonly ShellWord[]): boolean {
  const [name = '', ...args] = words.map((word) => literal(word) ?? '');
  if (/^[ef]?grep$/.test(name)) {
    const [pattern = '-', ...options] = args.toReversed();
    return !pattern.startsWith('-') && options.every((option) => /^-[viEFwPx]+$/.test(option));
  }
  return Object.hasOwn(FILTERS, name) && FILTERS[name]?.test(args.join(' ')) === true;
}

/** Behind it nothing is an option. */
function hasEnd(words: readonly ShellWord[]): boolean {
  return words.at(-2)?.text === '--';
}

function isReadable(path: string, scene: ShellScene): boolean {
  return !isWithheld(path, scene) && !isInGit(path);
}

/** Each under its own name: neither it nor a folder on the way is a link. What isn't there can't be read. */
function lieThere(names: readonly string[], cwd: string): boolean {
  const folders = new Map<string, ReadonlyMap<string, Dirent> | 'link' | 'none'>();
  return names.every((name) => {
    const path = resolve(cwd, name);
    if (path === cwd) return true;
    const folder = dirname(path);
    const entries = folders.get(folder) ?? entriesOf(folder);
    folders.set(folder, entries);
    if (typeof entries === 'string') return entries === 'none';
    const entry = entries.get(path.slice(path.lastIndexOf('/') + 1));
    return entry === undefined || entry.isFile() || entry.isDirectory();
  });
}

function entriesOf(folder: string): ReadonlyMap<string, Dirent> | 'link' | 'none' {
  try {
    if (realpathSync(folder) !== folder) return 'link';
    const entries = readdirSync(folder, { withFileTypes: true });
    return new Map(entries.map((entry) => [entry.name, entry]));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? 'none' : 'link';
  }
}
