import { basename } from 'node:path';
import { withoutGlobalOptions } from './git-effects.ts';
import { readByGit } from './git-reads.ts';
import type { NamedFiles } from './named-files.ts';
import { valuesBehind } from './values-behind.ts';
import type { WordValue } from './word.ts';

/** They change the files that their operands name. */
const CHANGING = /^(?:rm|mv|restore|clean)$/;
/** Their `-o` is the file or folder that they write. */
const PACKING = /^(?:archive|format-patch|bugreport|diagnose|mailsplit)$/;
/** Git finds files by them itself: which ones, is not told by the word. */
const PATTERN = /^:|[*?[\\]/;

/** Files that git reads by name, and those that it writes without their being its own business. */
export function filesOfGit(args: readonly WordValue[]): NamedFiles {
  const [command = '', ...rest] = withoutGlobalOptions(args.map(({ text }) => text));
  const outputs = rest.flatMap((text, at) => {
    if (
      /^--ou(?:t|tp|tpu|tput|tput-d[a-z]*)?$/.test(text) ||
      (PACKING.test(command) && text === '-o')
    )
      return rest.slice(at + 1, at + 2);
    const glued = PACKING.test(command) ? /^(?:--ou[a-z-]*=|-o)(.+)$/ : /^--ou[a-z-]*=(.+)$/;
    return glued.exec(text)?.[1] ?? [];
  });
  const writes = [...outputs, ...changedBy(command, rest), ...(MADE[command]?.(rest) ?? [])];
  return { reads: readByGit(command, rest).map(file), writes: writes.map(file) };
}

function changedBy(command: string, rest: readonly string[]): readonly string[] {
  const operands = operandsOf(rest);
  const isListed = rest.some((text) => /^--pathspec-from/.test(text));
  if (command === 'clean' && operands.length === 0) return ['.'];
  if (isListed && /^(?:rm|restore|checkout)$/.test(command)) return ['.'];
  if (CHANGING.test(command)) return takesBack(command, rest) ? operands : operands.map(orAll);
  if (command !== 'checkout') return [];
  const end = rest.indexOf('--');
  if (end >= 0) {
    const behind = rest.slice(end + 1);
    return end === 0 ? behind : behind.map(orAll);
  }
  const [first = '', ...paths] = operands;
  if (rest.some((text) => /^-[bBt]|^--(?:orphan|track)/.test(text))) return [];
  // A name alone may be a branch.
  return paths.length > 0 ? paths.map(orAll) : [first].filter((text) => /\.\w+$|^\.\//.test(text));
}

/** Without a revision they take back what has been changed: what a rule keeps from that is as it was. */
function takesBack(command: string, rest: readonly string[]): boolean {
  return command === 'restore' && !rest.some((arg) => /^-[a-zA-Z]*s|^--so/.test(arg));
}

/** A pattern may be any file. */
function orAll(text: string): string {
  return PATTERN.test(text) ? '.' : text;
}

/** Files and folders that other commands make or change. */
const MADE: Readonly<Record<string, (rest: readonly string[]) => readonly string[]>> = {
  bundle: ([first, ...rest]) => (first === 'create' ? operandsOf(rest).slice(0, 1) : []),
  worktree: ([first, ...rest]) => (first === 'add' ? operandsOf(rest, /^-[bB]$/).slice(0, 1) : []),
  clone: (rest) => {
    const [from = '', to] = operandsOf(
      rest,
      /^-[bocuj]$|^--(?:branch|depth|origin|config|filter)$/,
    );
    return [to ?? basename(from, '.git'), ...valuesBehind(rest, /^--separate-git-dir(?:=(.*))?$/)];
  },
  init: (rest) => [
    ...operandsOf(rest, /^-b$|^--initial-branch$/),
    ...valuesBehind(rest, /^--separate-git-dir(?:=(.*))?$/),
  ],
  submodule: ([first, ...rest]) => {
    const [from = '', to] = operandsOf(rest, /^-b$|^--(?:name|branch|depth)$/);
    return first === 'add' ? [to ?? basename(from, '.git'), '.gitmodules'] : [];
  },
  'checkout-index': (rest) => [
    ...operandsOf(rest),
    ...valuesBehind(rest, /^--prefix(?:=(.*))?$/),
    ...(rest.some((text) => /^-[a-z]*a|^--all$/.test(text)) ? ['.'] : []),
  ],
  'merge-file': (rest) =>
    rest.some((text) => /^(?:-p|--stdout)$/.test(text)) ? [] : operandsOf(rest).slice(0, 1),
  'interpret-trailers': (rest) => (rest.includes('--in-place') ? operandsOf(rest) : []),
  mailinfo: (rest) => operandsOf(rest),
  config: (rest) => {
    const isReading = rest.some((text) => /^(?:-l|--list|--get[a-z-]*|list|get)$/.test(text));
    return isReading ? [] : valuesBehind(rest, /^(?:-f|--file)(?:=(.*))?$/);
  },
  subtree: (rest) => valuesBehind(rest, /^(?:-P|--prefix)(?:=(.*))?$/),
};

/** @param valued options with a value as the next word. */
function operandsOf(rest: readonly string[], valued?: RegExp): readonly string[] {
  return rest.filter((text, at) => !text.startsWith('-') && !valued?.test(rest[at - 1] ?? ''));
}

function file(text: string): WordValue {
  return { text, glob: false };
}
