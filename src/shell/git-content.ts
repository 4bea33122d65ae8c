import { relative, resolve } from 'node:path';
import type { ShellScene } from './analysis.ts';
import { type Choice, choiceOf } from './git-choice.ts';
import { withoutGlobalOptions } from './git-effects.ts';
import { hasNoPast } from './git-empty.ts';
import { gitFoldersOf, topOf } from './git-folders.ts';
import { trackedFiles } from './git-index.ts';
import { lookedAt } from './git-looked.ts';
import { GitNames } from './git-names.ts';
import { printsContent } from './git-printing.ts';
import { withheldIn } from './reached-files.ts';
import { filesOfRevision } from './read-only/git-flags.ts';
import { withheldNames } from './withheld-names.ts';

/** Objects, and even paths, come from the standard input. */
const FROM_INPUT = /^--(?:stdin|batch(?:-command)?(?:=.*)?)$/;
/** They print what a file holds when they are given the id of that. */
const SHOWS_IDS = /^(?:show|cat-file|diff|grep|archive|diff-tree)$/;
const MAX_ENTRIES = 20_000;
/** One is enough for a rule to decide; a rule may refuse a whole tree. */
const MAX_TOLD = 100;

/** Files with secrets, or refused by a rule, that a git command prints although it does not name them. */
export interface Printed {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Why the command may print some; `undefined`: it prints none. */
  readonly problem: string | undefined;
}

const NONE: Printed = { files: [], problem: undefined };

/**
 * What git has in the work tree where it runs is looked at, and the commits it is told to print.
 * @param isStale what is there now may be something else by the time it runs.
 */
export function printedSecrets(
  args: readonly string[],
  scene: ShellScene,
  isStale = false,
): Printed {
  const [command = '', ...rest] = withoutGlobalOptions(args);
  const isPrinting = printsContent(command, rest);
  // Given the id of what a file holds, these print that whatever else they are told.
  if (!isPrinting && command !== 'show' && command !== 'cat-file') return NONE;
  let present = NONE;
  try {
    const top = topOf(scene.cwd);
    if (top === undefined) return NONE;
    const choice = choiceOf(top, scene.cwd, command, rest);
    if (isPrinting) present = printedIn(top, scene, command, rest, choice);
    return present.problem === undefined && !(hasNoPast(top) && !rest.some(namesObject))
      ? printedOfPast(top, scene, command, rest, choice, { isPrinting, isStale })
      : present;
  } catch {
    return {
      files: present.files,
      problem: `Whether git ${command} prints files with secrets is not known: name the files behind --`,
    };
  }
}

/** By its id, or in its input. */
function namesObject(arg: string): boolean {
  return /^[0-9a-f]{4,}|-g[0-9a-f]{4,}/.test(arg) || FROM_INPUT.test(arg);
}

/** Whether it is among the commands whose operands may be `revision:file`. */
export function isShowing(args: readonly string[]): boolean {
  return /^(?:show|cat-file|diff|log|grep|blame|archive)$/.test(
    withoutGlobalOptions(args)[0] ?? '',
  );
}

function printedIn(
  top: string,
  scene: ShellScene,
  command: string,
  rest: readonly string[],
  choice: Choice,
): Printed {
  const operands = rest.filter((arg) => !arg.startsWith('-'));
  // Those are named, one by one.
  if (command === 'show' && operands.length > 0 && operands.every(isNamed)) return NONE;
  return printed(top, command, withheldOf(top, scene, command, rest).filter(choice.has));
}

/** What commits, tags and trees hold that the command is given, or begins with. */
function printedOfPast(
  top: string,
  scene: ShellScene,
  command: string,
  rest: readonly string[],
  choice: Choice,
  { isPrinting, isStale }: { readonly isPrinting: boolean; readonly isStale: boolean },
): Printed {
  if (rest.some((arg) => FROM_INPUT.test(arg))) throw new Error('Its input says what it prints.');
  if (command === 'cat-file' && !rest.some((arg) => /^-p$|^blob$/.test(arg))) return NONE;
  const looked = lookedAt(command, rest, choice.paths, scene.cwd);
  // `cat-file blob X`
  const isTyped = command === 'cat-file' && !rest.includes('-p');
  const unnamed = looked.revisions.slice(isTyped ? 1 : 0).filter((one) => !isNamed(one));
  if (command === 'show' && unnamed.length === 0 && looked.revisions.length > 0) return NONE;
  const names = new GitNames(top);
  if (SHOWS_IDS.test(command) && unnamed.some((one) => names.isBlob(one))) {
    return { files: [], problem: `git ${command} prints a file by its id: name it, as HEAD:file` };
  }
  if (!isPrinting) return NONE;
  const tracked = new Set(trackedFiles(gitFoldersOf(top).own));
  const isFile = (path: string) => tracked.has(path);
  // A file that is there now is taken for one at all times.
  if (choice.single.length > 0 && choice.single.every(isFile)) return NONE;
  if (isStale) throw new Error('It was changed before.');
  const named = command === 'show' ? [] : looked.revisions.filter(isNamed);
  if (!named.every((one) => filesOfRevision(one).every(isFile)))
    throw new Error('It names a tree.');
  const found = names.printed({ ...looked, revisions: unnamed }).filter(choice.has);
  return printed(top, command, [...new Set(found)].filter(withheldNames(top, scene)));
}

/** `revision:file`. */
function isNamed(operand: string): boolean {
  return /^[^:]*:./.test(operand);
}

function printed(top: string, command: string, files: readonly string[]): Printed {
  const [first] = files;
  if (first === undefined) return NONE;
  const problem = `git ${command} may print ${first} with the rest: name the files behind --, or add -- ':(exclude)${first}'`;
  return { files: files.slice(0, MAX_TOLD).map((path) => resolve(top, path)), problem };
}

/** From the top of the work tree. */
function withheldOf(
  top: string,
  scene: ShellScene,
  command: string,
  rest: readonly string[],
): readonly string[] {
  const tracked = trackedFiles(gitFoldersOf(top).own).filter(withheldNames(top, scene));
  const isWider = command === 'grep' && rest.some((arg) => /^--(?:un|no-ind|no-exc)/.test(arg));
  if (!isWider) return tracked;
  const budget = { left: MAX_ENTRIES };
  const found = withheldIn(top, budget, scene, false).map((path) => relative(top, path));
  if (budget.left < 0) throw new Error('There are too many files.');
  return [...tracked, ...found];
}
