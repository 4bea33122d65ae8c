import { resolve } from 'node:path';
import type { Place } from './description.ts';
import { searchOf } from './find-tests.ts';
import { filesFound } from './found-files.ts';
import { choiceOf } from './git-choice.ts';
import { gitFoldersOf, topOf } from './git-folders.ts';
import { trackedFiles } from './git-index.ts';
import { isFolder } from './is-folder.ts';
import { prove } from './proof.ts';
import { provenSearch } from './proven-search.ts';
import { type Arguments, takeApartBy } from './read-only/reader.ts';
import type { ShellWord } from './word.ts';

/** What a command prints, one to a line: names of files. */
export interface Names {
  /** All that it may print, and more. As it prints them. */
  readonly names: readonly string[];
  /** Where they are not behind a folder that the command names, a new one may begin with a dash. */
  readonly isAnchored: boolean;
  readonly isNul: boolean;
}

type Lister = (
  words: readonly ShellWord[],
  args: readonly string[],
  place: Place,
  cwd: string,
) => Names | undefined;

const MAX_FOUND = 20_000;
const GREP_OPTIONS =
  '-rlinEFPwsI -e: --recursive --files-with-matches --ignore-case --include= --exclude= --exclude-dir=';
const RG_OPTIONS =
  '-linwFSUP -e: -t: -T: --files-with-matches --files --ignore-case --type= --type-not=';

/** Programs that may print names of files alone. */
export const LISTERS: Readonly<Record<string, Lister>> = { find, git, grep, rg };

/** Without a link or a device among them. */
function find(
  words: readonly ShellWord[],
  args: readonly string[],
  place: Place,
  cwd: string,
): Names | undefined {
  // They print more than names.
  if (args.some((arg) => /^-(?:printf|ls)$/.test(arg))) return undefined;
  const search = searchOf(args);
  if (!provenSearch(words, search, place)) return undefined;
  const found = filesFound(search, cwd, MAX_FOUND);
  if (!found?.every(({ isPlain }) => isPlain)) return undefined;
  const names = [...search.folders, ...found.map(({ given }) => given)];
  const ends = args.filter((arg) => /^-print0?$/.test(arg));
  const isNul = ends.includes('-print0');
  return isNul && ends.includes('-print') ? undefined : { names, isAnchored: true, isNul };
}

/** `git ls-files`, and `git diff --name-only` of the work tree: what is tracked. */
function git(
  words: readonly ShellWord[],
  args: readonly string[],
  place: Place,
  cwd: string,
): Names | undefined {
  const [command = '', ...rest] = args;
  const end = rest.indexOf('--');
  const options = rest.slice(0, end < 0 ? undefined : end).filter((arg) => arg.startsWith('-'));
  const operands = rest.filter((arg, at) => (end >= 0 && at > end) || !arg.startsWith('-'));
  const isList = command === 'ls-files' && options.every((one) => LS_OPTIONS.test(one));
  const isDiff =
    command === 'diff' && isChangeList(options, rest.slice(0, end < 0 ? undefined : end));
  const isProven = (isList || isDiff) && prove(words, place.directories, place.scene).readOnly;
  if (!isProven) return undefined;
  const isNul = options.includes('-z');
  try {
    const top = topOf(cwd);
    // Without a repository it prints nothing.
    if (top === undefined) return { names: [], isAnchored: false, isNul };
    if (top !== cwd) return undefined;
    const choice = choiceOf(top, cwd, command, ['--', ...operands]);
    const names = trackedFiles(gitFoldersOf(top).own).filter(choice.has);
    return { names, isAnchored: false, isNul };
  } catch {
    return undefined;
  }
}

const LS_OPTIONS = /^(?:-[zcm]+|--(?:cached|modified|deduplicate))$/;

function isChangeList(options: readonly string[], before: readonly string[]): boolean {
  return (
    // A revision has other files.
    before.length === options.length &&
    options.includes('--name-only') &&
    options.every((one) => /^(?:-z|--name-only|--diff-filter=[A-Za-z]+)$/.test(one))
  );
}

function grep(
  words: readonly ShellWord[],
  args: readonly string[],
  place: Place,
  cwd: string,
): Names | undefined {
  const given = takeApartBy(GREP_OPTIONS, args.map(plain));
  const isTree = given && (given.flags.has('-r') || given.flags.has('--recursive'));
  const left = given?.flags.get('--exclude-dir') ?? [];
  return given && isTree && isList(given)
    ? searched(words, given, place, cwd, (name, path) => left.includes(name) && isFolder(path))
    : undefined;
}

/** It leaves out what is hidden. */
function rg(
  words: readonly ShellWord[],
  args: readonly string[],
  place: Place,
  cwd: string,
): Names | undefined {
  const given = takeApartBy(RG_OPTIONS, args.map(plain));
  return given && (isList(given) || given.flags.has('--files'))
    ? searched(words, given, place, cwd, (name) => name.startsWith('.'))
    : undefined;
}

function isList({ flags }: Arguments): boolean {
  return flags.has('-l') || flags.has('--files-with-matches');
}

/** What they print of a tree they would print in full to another question: what lies there now is looked at. */
function searched(
  words: readonly ShellWord[],
  { flags, operands }: Arguments,
  place: Place,
  cwd: string,
  isLeft: (name: string, path: string) => boolean,
): Names | undefined {
  const isPatternless = flags.has('-e') || flags.has('--files');
  const folders = (isPatternless ? operands : operands.slice(1)).map(({ text }) => text);
  if (!prove(words, place.directories, place.scene).readOnly) return undefined;
  const isPruned = (path: string) =>
    isLeft(path.slice(path.lastIndexOf('/') + 1), resolve(cwd, path));
  const included = flags.get('--include') ?? [];
  const ends = included.map((glob) => /^\*(\.\w+)$/.exec(glob)?.[1]);
  const mayBe = (path: string) =>
    ends.length === 0 || ends.some((end) => end === undefined || path.endsWith(end));
  const search = { folders: folders.length > 0 ? folders : ['.'], mayBe, isPruned };
  const found = filesFound({ ...search, depth: Infinity, followsLinks: false }, cwd, MAX_FOUND);
  if (!found) return undefined;
  // Links that they come upon are not followed.
  const files = found.filter(({ isPlain }) => isPlain).map(({ given }) => given);
  const names = folders.length > 0 ? [...folders, ...files] : files.map((file) => file.slice(2));
  return { names, isAnchored: folders.length > 0, isNul: false };
}

function plain(text: string) {
  return { text, glob: false };
}
