import { remembered } from '../seen.ts';
import type { WordValue } from '../word.ts';

/**
 * Judges the arguments of one program. Returns the files it reads by name, or `undefined` when the
 * arguments are not proven to do nothing but read: an unknown flag is not read-only.
 */
export type Reader = (args: readonly WordValue[]) => readonly WordValue[] | undefined;

/** Arguments taken apart by a table of flags. */
export interface Arguments {
  /** Flags given, with their values where they take one; as in the table, without `:`, `=`, `<`, `?`. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly WordValue[];
  /** Values of flags that name a file to read. */
  readonly files: readonly WordValue[];
}

/** Says which operands are files to read; `undefined`: these operands are not read-only. */
export type Operands = (args: Arguments) => readonly WordValue[] | undefined;

/**
 * A reader from a table of flags, separated by blanks:
 * `-abc` three short flags; `-n:` one with a value, glued or as the next word; `-f<` the same for a
 * file to read; `-i?` one with a value that can only be glued; `--all`, `--lines=`, `--file<`,
 * `--color?` the same for long ones; `-#` numbers such as `-20`. Abbreviated long flags are unknown.
 */
export function reader(table: string, operands: Operands): Reader {
  return (args) => {
    const found = takeApartBy(table, args);
    if (!found) return undefined;
    const reads = operands(found);
    return reads && [...reads, ...found.files];
  };
}

/** The same table for a program that may do more than read; `undefined`: not every option is in it. */
export function takeApartBy(table: string, args: readonly WordValue[]): Arguments | undefined {
  return takeApart(args, readTable(table));
}

export const paths: Operands = ({ operands }) => operands;
export const text: Operands = () => [];
export const none: Operands = ({ operands }) => (operands.length === 0 ? [] : undefined);

/** At most so many files: the next operand would be written to, and a pattern may become several. */
export function atMost(count: number): Operands {
  return ({ operands }) =>
    operands.length <= count && !operands.some(({ glob }) => glob) ? operands : undefined;
}

/** The first operand is a pattern or program, unless one of these flags gives it. */
export function patternThenPaths(...given: readonly string[]): Operands {
  return ({ flags, operands }) =>
    given.some((flag) => flags.has(flag)) ? operands : operands.slice(1);
}

type Kind = 'flag' | 'value' | 'file' | 'glued';
type Flags = ReadonlyMap<string, Kind>;

const KINDS: Readonly<Record<string, Kind>> = {
  ':': 'value',
  '=': 'value',
  '<': 'file',
  '?': 'glued',
};

/** There are as many as stand in the code. */
const TABLES = new Map<string, Flags>();

function readTable(table: string): Flags {
  return remembered(TABLES, table, () => flagsOf(table));
}

function flagsOf(table: string): Flags {
  const flags = new Map<string, Kind>();
  for (const entry of table.split(/\s+/)) {
    const kind = KINDS[entry.at(-1) ?? ''];
    if (kind) flags.set(entry.slice(0, -1), kind);
    else if (entry.startsWith('--')) flags.set(entry, 'flag');
    else for (const letter of entry.slice(1)) flags.set(`-${letter}`, 'flag');
  }
  return flags;
}

class Taken implements Arguments {
  readonly flags = new Map<string, string[]>();
  readonly operands: WordValue[] = [];
  readonly files: WordValue[] = [];

  add(flag: string, kind: Kind, value: string): void {
    this.flags.set(flag, [...(this.flags.get(flag) ?? []), value]);
    if (kind === 'file') this.files.push({ text: value, glob: false });
  }
}

function takeApart(args: readonly WordValue[], flags: Flags): Arguments | undefined {
  const taken = new Taken();
  for (let at = 0; at < args.length; at += 1) {
    const { text: word, glob } = args[at] ?? { text: '', glob: false };
    if (word === '--') {
      taken.operands.push(...args.slice(at + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      taken.operands.push({ text: word, glob });
      continue;
    }
    const next = args[at + 1];
    // What a pattern turns a flag into is not known, but for the value of `--include=*.ts`.
    const used =
      glob && !isPatternValue(word, flags)
        ? undefined
        : takeFlag(word, next?.glob ? undefined : next?.text, flags, taken);
    if (used === undefined) return undefined;
    at += used;
  }
  return taken;
}

function isPatternValue(word: string, flags: Flags): boolean {
  const flag = /^--[\w-]+(?==)/.exec(word)?.[0] ?? '';
  return ['value', 'glued'].includes(flags.get(flag) ?? '');
}

/** Returns how many further words the flag used, `undefined` when it is not in the table. */
function takeFlag(
  word: string,
  next: string | undefined,
  flags: Flags,
  taken: Taken,
): number | undefined {
  if (word.startsWith('--')) return takeLong(word, next, flags, taken);
  if (/^-\d+$/.test(word) && flags.has('-#')) return 0;
  for (let index = 1; index < word.length; index += 1) {
    const flag = `-${word.charAt(index)}`;
    const kind = flag === '-#' ? undefined : flags.get(flag);
    if (!kind) return undefined;
    const glued = word.slice(index + 1);
    if (kind === 'flag') {
      taken.add(flag, kind, '');
    } else if (glued !== '' || kind === 'glued') {
      taken.add(flag, kind, glued);
      return 0;
    } else {
      return takeNext(flag, kind, next, taken);
    }
  }
  return 0;
}

function takeLong(
  word: string,
  next: string | undefined,
  flags: Flags,
  taken: Taken,
): number | undefined {
  const equals = word.indexOf('=');
  const flag = equals < 0 ? word : word.slice(0, equals);
  const kind = flags.get(flag);
  if (!kind || (kind === 'flag' && equals >= 0)) return undefined;
  if (kind === 'flag' || kind === 'glued' || equals >= 0) {
    taken.add(flag, kind, equals < 0 ? '' : word.slice(equals + 1));
    return 0;
  }
  return takeNext(flag, kind, next, taken);
}

function takeNext(
  flag: string,
  kind: Kind,
  next: string | undefined,
  taken: Taken,
): number | undefined {
  if (next === undefined) return undefined;
  taken.add(flag, kind, next);
  return 1;
}
