import { resolve } from 'node:path';
import { literal, type ShellWord } from './word.ts';

/** Where a shell may be (a `cd` may have failed): names as written, links kept. `undefined`: not known. */
export type Directories = readonly string[] | undefined;

/** One shell process while its line is followed. */
export interface Shell {
  directories: Directories;
  /** It did something that may have moved it. */
  moved: boolean;
  /** Where the moves led when all of them worked; `undefined` once one of them isn't known. */
  movesTo: string | undefined;
}

const MAX_DIRECTORIES = 8;
const MAX_PATH = 512;
/** Nobody's folders lie deeper, and every path below is compared name by name. */
const MAX_DEPTH = 64;
/** They run text in this very shell that may move it. */
const RUN_IN_SHELL = new Set(['eval', 'source', '.']);

export function startShell(directory: string): Shell {
  return { directories: [directory], moved: false, movesTo: directory };
}

/** Both of what may be; the same object when nothing is added. */
export function either(one: Directories, other: Directories): Directories {
  if (!one || !other) return undefined;
  const added = other.filter((directory) => !one.includes(directory));
  if (added.length === 0) return one;
  return one.length + added.length > MAX_DIRECTORIES ? undefined : [...one, ...added];
}

/** Follows a simple command that may move its shell. What follows runs where it led, if it worked. */
export function follow(shell: Shell, words: readonly ShellWord[], home: string): void {
  const bare = withoutBuiltinPrefix(words);
  if (bare.length === 0) return;
  const name = literal(bare[0]);
  if (name === 'cd' || name === 'pushd') {
    const target = targetOf(bare.slice(1), home);
    shell.moved = true;
    shell.directories = resolveAll(shell.directories, target);
    shell.movesTo = resolveAll(
      shell.movesTo === undefined ? undefined : [shell.movesTo],
      target,
    )?.[0];
  } else if (name === 'popd' || name === undefined || RUN_IN_SHELL.has(name)) {
    shell.moved = true;
    shell.directories = undefined;
    shell.movesTo = undefined;
  }
}

function withoutBuiltinPrefix(words: readonly ShellWord[]): readonly ShellWord[] {
  let at = 0;
  while (['builtin', 'command'].includes(literal(words[at]) ?? '')) {
    at += 1;
    while (literal(words[at])?.startsWith('-')) at += 1;
  }
  return words.slice(at);
}

function targetOf(operands: readonly ShellWord[], home: string): string | undefined {
  const plain = operands.filter((word) => !['-L', '--'].includes(literal(word) ?? ''));
  if (plain.length === 0) return home;
  const target = literal(plain[0]);
  // `cd -` goes back; `pushd +1` turns the stack; a second operand is an error or a flag we don't know.
  return plain.length > 1 || target === undefined || /^[-+]|^$/.test(target) ? undefined : target;
}

/** By the text alone, as `cd` does without -P: `link/..` is where the link lies. */
function resolveAll(from: Directories, target: string | undefined): Directories {
  if (!from || target === undefined) return undefined;
  // A path that long or odd leads nowhere; following it all the same would take ever more time.
  if (/[\u0000-\u001f\u007f-\u009f]/u.test(target)) return undefined;
  const moved = [...new Set(from.map((directory) => resolve(directory, target)))];
  return moved.some(isTooLong) ? undefined : moved;
}

function isTooLong(directory: string): boolean {
  return directory.length > MAX_PATH || directory.split('/').length > MAX_DEPTH;
}
