import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { ShellScene } from './analysis.ts';
import { withoutGlobalOptions } from './git-effects.ts';
import { gitFoldersOf, topOf } from './git-folders.ts';
import { trackedFiles } from './git-index.ts';
import { readPathspec } from './pathspec.ts';
import { withheldIn } from './reached-files.ts';
import { withheldNames } from './withheld-names.ts';

const SUMMARY =
  /^--(?:stat|name-only|name-status|numstat|shortstat|summary|raw|no-patch|quiet|dirstat|compact-summary)\b|^-s$/;
const PATCH =
  /^-[a-zA-Z]*[pu]|^-[SGLU]|^--(?:patch|unified|cc|word-diff|function-context|binary)|^-[cmW]$/;
/** They print what files hold, unless they are asked for a summary. */
const PRINTING = /^(?:diff|show|range-diff)$/;
/** They print it in any case. */
const WHOLE = /^(?:grep|archive|format-patch|fast-export|bundle)$/;
/** They print it when they are asked for it. */
const ASKED = /^(?:log|whatchanged|stash|reflog|diff-tree|diff-index|diff-files)$/;
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

/** What git has in the work tree where it runs is looked at, not its history. */
export function printedSecrets(args: readonly string[], scene: ShellScene): Printed {
  const [command = '', ...rest] = withoutGlobalOptions(args);
  if (!printsContent(command, rest)) return NONE;
  try {
    const top = topOf(scene.cwd);
    return top === undefined ? NONE : printedIn(top, scene, command, rest);
  } catch {
    return {
      files: [],
      problem: `Whether git ${command} prints files with secrets is not known: name the files behind --`,
    };
  }
}

/** Whether it is among the commands whose operands may be `revision:file`. */
export function isShowing(args: readonly string[]): boolean {
  return /^(?:show|cat-file|diff|log|grep|blame|archive)$/.test(
    withoutGlobalOptions(args)[0] ?? '',
  );
}

/** The files by which it chooses what it prints, as far as they are plain names. */
export function chosenFiles(args: readonly string[]): readonly string[] {
  const [command = '', ...rest] = withoutGlobalOptions(args);
  if (!printsContent(command, rest)) return [];
  const end = rest.indexOf('--');
  const behind = end < 0 ? [] : rest.slice(end + 1).filter((path) => !/^:|[*?[\\]/.test(path));
  return [...behind, ...linesOf(rest)];
}

/** The files of `-L1,9:file`, `-L :function:file`. */
function linesOf(rest: readonly string[]): readonly string[] {
  return rest.flatMap((arg, index) => {
    if (!arg.startsWith('-L')) return [];
    return /:([^:]+)$/.exec(arg === '-L' ? (rest[index + 1] ?? '') : arg)?.[1] ?? [];
  });
}

function printsContent(command: string, rest: readonly string[]): boolean {
  const patch = rest.some((arg) => PATCH.test(arg));
  if (WHOLE.test(command)) return true;
  if (command === 'cat-file') return rest.some((arg) => /^--batch(?:=|$|-co|-al)/.test(arg));
  if (PRINTING.test(command)) return patch || !rest.some((arg) => SUMMARY.test(arg));
  return ASKED.test(command) && patch;
}

function printedIn(
  top: string,
  scene: ShellScene,
  command: string,
  rest: readonly string[],
): Printed {
  const { cwd } = scene;
  const operands = rest.filter((arg) => !arg.startsWith('-'));
  // Those are named, one by one.
  if (command === 'show' && operands.length > 0 && operands.every((one) => /^[^:]+:./.test(one))) {
    return NONE;
  }
  const folder = cwd === top ? '' : `${relative(top, cwd)}/`;
  // Paths then only choose the commits, or the name a file has now.
  const isWhole = rest.some((arg) => /^--(?:full-diff|follow)$/.test(arg));
  const specs = (isWhole ? [] : pathsOf(command, rest, cwd)).map((path) =>
    readPathspec(path, folder),
  );
  const chosen = specs.filter(({ isExclusion }) => !isExclusion);
  const left = specs.filter(({ isExclusion }) => isExclusion);
  const isPrinted = (path: string) =>
    (chosen.length === 0 || chosen.some((spec) => spec.matches(path))) &&
    !left.some((spec) => spec.matches(path));
  const files = withheldOf(top, scene, command, rest).filter(isPrinted);
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

/** Operands that choose files: what stands behind `--`, else what is there. */
function pathsOf(command: string, rest: readonly string[], cwd: string): readonly string[] {
  const lines = command === 'grep' ? [] : linesOf(rest);
  if (lines.length > 0) return lines;
  const end = rest.indexOf('--');
  if (end >= 0) return rest.slice(end + 1);
  const operands = rest.filter((arg) => !arg.startsWith('-'));
  const named = command === 'grep' ? operands.slice(1) : operands;
  return named.filter(
    (path) => /^:[(!^/]/.test(path) || (!path.includes(':') && existsSync(join(cwd, path))),
  );
}
