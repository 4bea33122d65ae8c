import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PathTouch } from '../tool/subject.ts';
import type { ShellScene } from './analysis.ts';
import { isFolder } from './is-folder.ts';
import { isWithheld } from './sensitive.ts';

/** Files with secrets, or refused by a rule, that a search comes upon without being told their names. */
export interface ReachedFiles {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** The folders hold more than is looked through. */
  readonly isTooMuch: boolean;
}

const MAX_ENTRIES = 20_000;
/** One is enough for a rule to decide; a rule may refuse a whole tree. */
const MAX_TOLD = 100;
const GREP = /^[ef]?grep$/;

/**
 * What `grep -r` and `rg` print from besides what they name: rules for `.env` hold for `grep -r X .` too.
 * @param touches the files they name; none: they search where they stand.
 */
export function reachedFiles(
  name: string,
  args: readonly string[],
  touches: readonly PathTouch[],
  directories: readonly string[],
  scene: ShellScene,
): ReachedFiles {
  const named = touches.map(({ path }) => path.real).filter(isFolder);
  const budget = { left: MAX_ENTRIES };
  const found = (named.length > 0 ? named : directories).flatMap((folder) =>
    withheldIn(folder, budget, scene, name === 'rg' && !args.some(showsHidden)),
  );
  return {
    files: found.filter((file) => isSearched(file, args)).slice(0, MAX_TOLD),
    isTooMuch: budget.left < 0 && !args.some((arg) => /^--include=|^-g/.test(arg)),
  };
}

/** Whether it looks through folders. */
export function isSearch(name: string, args: readonly string[]): boolean {
  return name === 'rg' || (GREP.test(name) && args.some(isRecursive));
}

function isRecursive(arg: string): boolean {
  return /^-[a-zA-Z]*[rR]|^--(?:r|de|di)|^recurse$/.test(arg);
}

/** A pattern of ripgrep's own reaches hidden files as well. */
function showsHidden(arg: string): boolean {
  return /^-[a-zA-Z0-9]*[.gu]|^--(?:hidden|unrestricted|i?glob)/.test(arg);
}

/** The nearest first, so that a bound takes away what is far. */
export function withheldIn(
  top: string,
  budget: { left: number },
  scene: ShellScene,
  skipsHidden: boolean,
): string[] {
  const found: string[] = [];
  const open = [top];
  for (let folder = open.shift(); folder !== undefined && budget.left >= 0; folder = open.shift()) {
    const entries = list(folder);
    budget.left -= entries.length;
    for (const entry of entries.filter(({ name }) => !(skipsHidden && name.startsWith('.')))) {
      const path = join(folder, entry.name);
      // Of a repository's own folder only the token matters: what else it holds is packed.
      if (!entry.isDirectory()) found.push(path);
      else if (entry.name === '.git') found.push(join(path, 'config'));
      else if (entry.name !== 'node_modules') open.push(path);
    }
  }
  return found.filter((path) => isWithheld(path, scene) && existsSync(path));
}

/** Whether the options for names leave a file in. */
function isSearched(file: string, args: readonly string[]): boolean {
  const names = file.split('/');
  const last = names.at(-1) ?? '';
  const valuesOf = (flag: RegExp) =>
    args.flatMap((arg, index) => {
      const glued = flag.exec(arg)?.[1];
      return glued === '' ? args.slice(index + 1, index + 2) : (glued ?? []);
    });
  const globs = valuesOf(/^(?:-g|--glob(?:=|$))(.*)$/);
  const included = [
    ...valuesOf(/^--include(?:=|$)(.*)$/),
    ...globs.filter((glob) => !glob.startsWith('!')),
  ];
  const excluded = [
    ...valuesOf(/^--exclude(?:=|$)(.*)$/),
    ...globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  ];
  const folders = valuesOf(/^--exclude-dir(?:=|$)(.*)$/);
  if (included.length > 0 && !included.some((glob) => mayMatch(glob, last))) return false;
  if (excluded.some((glob) => matches(glob, last))) return false;
  return !folders.some((glob) => names.slice(0, -1).includes(glob.replace(/\/$/, '')));
}

/** Anything but `*.ts`, `*.{ts,tsx}` and its like may match any name. */
function mayMatch(glob: string, name: string): boolean {
  const ending = /^(?:\*\*\/)?\*\.(?:\{([\w,]+)\}|(\w+))$/.exec(glob);
  if (!ending) return true;
  return (ending[1] ?? ending[2] ?? '').split(',').some((part) => name.endsWith(`.${part}`));
}

/** `.env`, `.env*`, `*.pem`. */
function matches(glob: string, name: string): boolean {
  if (!/^\*?[\w.-]+\*?$/.test(glob)) return false;
  if (glob.endsWith('*')) return !glob.startsWith('*') && name.startsWith(glob.slice(0, -1));
  return glob.startsWith('*') ? name.endsWith(glob.slice(1)) : name === glob;
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
