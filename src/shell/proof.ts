import { existsSync } from 'node:fs';
import { isInside } from '../base/paths.ts';
import type { PathTouch } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import type { Directories } from './directories.ts';
import { repositoryNamesProgram } from './git-config.ts';
import { mayBecomeOption } from './glob-matches.ts';
import { holdsOnlyPlain } from './plain-tree.ts';
import { isSystemProgram, programName } from './program-name.ts';
import { couldBecomeOption, readerOf } from './read-only/readers.ts';
import { isInGit, isSensitive, mayReachGit } from './sensitive.ts';
import { touch } from './touches.ts';
import { allValues, type ShellWord, type WordValue } from './word.ts';

/** What a reader's own table says about a command. */
export interface Proof {
  readonly readOnly: boolean;
  /** The files that it reads by name; `undefined` when the table does not cover its arguments. */
  readonly touches: readonly PathTouch[] | undefined;
}

const NONE: Proof = { readOnly: false, touches: undefined };
/** They only print their words, so that the output of a read-only command may be among them. */
const PRINTERS = new Set(['echo', 'printf']);
/** Given a folder, they follow the links in it. */
const COMPARERS = new Set(['diff', 'cmp']);
/** Given a folder, they print from all that lies in it, and `.git` holds the checkout's token. */
const SEARCHERS = new Set(['grep', 'egrep', 'fgrep', 'rg', 'diff']);

/** Whether a command without wrappers is proven to read alone, inside the root. */
export function prove(
  words: readonly ShellWord[],
  directories: Directories,
  scene: ShellScene,
): Proof {
  // A program named by another path may be anybody's; the bare name is looked up outside the checkout.
  const name = isSystemProgram(words[0]) ? programName(words[0]) : undefined;
  const reader = name === undefined ? undefined : readerOf(name);
  const args = name === undefined ? undefined : knownArguments(name, words.slice(1));
  if (name === undefined || !reader || !args || couldBecomeOption(name, args)) return NONE;
  const reads = reader(args);
  if (!reads) return NONE;
  // git looks at what it keeps, whatever lies in the work tree.
  const around = name === 'git' ? { ...scene, made: undefined } : scene;
  const { touches, problem } = touch(reads, 'read', directories, around);
  if (problem !== undefined) return NONE;
  const listed = listedBy(args, reads, directories, scene);
  const readOnly =
    isPlaceSafe(name, directories, scene) &&
    reads.every((value) => !(value.glob && mayReachGit(value.text))) &&
    !args.some((value) => value.glob && becomesOption(value, directories, scene)) &&
    [...touches, ...listed].every((found) => isOrdinary(found, scene)) &&
    !(COMPARERS.has(name) && touches.some(({ path }) => !holdsOnlyPlain(path.real, scene))) &&
    !(SEARCHERS.has(name) && touches.some(({ path }) => isInGit(path.path) || isInGit(path.real)));
  return { readOnly, touches: [...touches, ...listed] };
}

/** `echo /etc/*` tells the names of files, whatever the program does with its words. */
function listedBy(
  args: readonly WordValue[],
  reads: readonly WordValue[],
  directories: Directories,
  scene: ShellScene,
): readonly PathTouch[] {
  const named = new Set(reads);
  const patterns = args.filter((value) => value.glob && !named.has(value));
  const { touches } = touch(patterns, 'read', directories, scene);
  // A pattern that nothing matches is mere text.
  return touches.filter(({ path }) => existsSync(path.real));
}

/** Whether files may be looked at with no rule. */
export function areReadable(
  reads: readonly WordValue[],
  directories: Directories,
  scene: ShellScene,
): boolean {
  const { touches, problem } = touch(reads, 'read', directories, scene);
  return problem === undefined && touches.every((found) => isOrdinary(found, scene));
}

function knownArguments(
  name: string,
  words: readonly ShellWord[],
): readonly WordValue[] | undefined {
  if (!PRINTERS.has(name)) return allValues(words);
  const printed = words.map((word) =>
    word.values || word.unknown !== 'output'
      ? word
      : { ...word, values: [{ text: 'x', glob: false }] },
  );
  // The format of printf must be known: an option there sets a variable.
  return name === 'printf' && !words[0]?.values ? undefined : allValues(printed);
}

function isPlaceSafe(name: string, directories: Directories, scene: ShellScene): boolean {
  if (!directories) return false;
  // Another folder may be a repository that was planted in the checkout, with settings of its own.
  if (name === 'git') {
    const stays = directories.every((directory) => directory === scene.cwd);
    return stays && !repositoryNamesProgram(scene.cwd);
  }
  return directories.every((directory) => isReadable(directory, scene));
}

function becomesOption({ text }: WordValue, directories: Directories, scene: ShellScene): boolean {
  return !directories?.every((directory) => !mayBecomeOption(text, directory, scene.seen));
}

/** Its name and what it leads to are files or folders inside the root; a pipe or device is neither. */
function isOrdinary({ path }: PathTouch, scene: ShellScene): boolean {
  return !path.special && isReadable(path.path, scene) && isReadable(path.real, scene);
}

function isReadable(path: string, scene: ShellScene): boolean {
  const { root, additional = [] } = scene;
  return [root, ...additional].some((folder) => isInside(path, folder)) && !isSensitive(path);
}
