import { basename } from 'node:path';
import { packingOf } from './archives.ts';
import {
  COPIES,
  PATTERN_FIRST,
  READS_ALL,
  readsOperands,
  WRITES_AFTER_FIRST,
  WRITES_ALL,
} from './file-programs.ts';
import { filesOfGit } from './files-of-git.ts';
import type { NamedFiles } from './named-files.ts';
import { programName } from './program-name.ts';
import { transferOf } from './transfers.ts';
import type { ShellWord, WordValue } from './word.ts';

const NOTHING: NamedFiles = { reads: [], writes: [] };
/** Programs that run others, by the letter of their option for a file that they write themselves. */
const LOGGING: Readonly<Record<string, string>> = {
  strace: 'o',
  ltrace: 'o',
  perf: 'o',
  time: 'o',
  script: 'OTI',
  xargs: '',
};

const PRINTING_INTO = /^-(?:fprint0?|fprintf|fls)$/;

/**
 * What a file command touches, so that rules for Read and Edit reach it even where nothing is
 * proven. It names too much rather than too little; for programs that aren't file commands, nothing.
 */
export function namedFiles(words: readonly ShellWord[]): NamedFiles {
  const name = programName(words[0]) ?? '';
  const args = words.slice(1).flatMap(valuesOf);
  const operands = operandsOf(args);
  if (WRITES_ALL.has(name)) return { reads: [], writes: operands };
  if (WRITES_AFTER_FIRST.has(name)) return { reads: [], writes: operands.slice(1) };
  if (COPIES.has(name)) return copied(name, args, operands);
  if (name === 'dd') return { reads: prefixed(args, 'if='), writes: prefixed(args, 'of=') };
  const told = transferOf(name, args) ?? packingOf(name, args);
  if (told) return told;
  if (name === 'git') return filesOfGit(args);
  if (name === 'find') return { reads: operands, writes: behind(args, PRINTING_INTO) };
  if (Object.hasOwn(LOGGING, name)) return logged(LOGGING[name] ?? '', args);
  if (READS_ALL.has(name)) return { reads: [...operands, ...glued(args)], writes: [] };
  if (!readsOperands(name)) return NOTHING;
  return readOrChanged(name, args, operands);
}

/** A word that isn't known keeps its text: a rule for `.env` still sees it in `$DIR/.env`. */
function valuesOf(word: ShellWord): readonly WordValue[] {
  return word.values ?? [{ text: word.text, glob: false }];
}

function operandsOf(args: readonly WordValue[]): readonly WordValue[] {
  const end = args.findIndex(({ text }) => text === '--');
  const before = end < 0 ? args : args.slice(0, end);
  return [
    ...before.filter(({ text }) => !text.startsWith('-')),
    ...(end < 0 ? [] : args.slice(end + 1)),
  ];
}

function readOrChanged(
  name: string,
  args: readonly WordValue[],
  operands: readonly WordValue[],
): NamedFiles {
  const flags = args.filter(({ text }) => text.startsWith('-')).map(({ text }) => text);
  const files =
    PATTERN_FIRST.has(name) && !flags.some((flag) => /^-(e|f|-regexp|-file|-expression)/.test(flag))
      ? operands.slice(1)
      : operands;
  const inPlace =
    ['sed', 'perl', 'yq'].includes(name) &&
    flags.some((flag) => /^-[a-zA-Z]*i|^--in-place/.test(flag));
  if (inPlace) return { reads: files, writes: files };
  return { reads: [...files, ...glued(args)], writes: outputs(name, args) };
}

/** The value of `-o file`, `-ofile`, `--output=file`, and the second operand where it is an output. */
function outputs(name: string, args: readonly WordValue[]): readonly WordValue[] {
  if (name === 'uniq' || name === 'xxd') return operandsOf(args).slice(1);
  if (!['sort', 'shuf', 'tree', 'base64'].includes(name)) return [];
  return args.flatMap(({ text, glob }, index) => {
    if (/^-[a-zA-Z]*o$|^--o[a-z]*$/.test(text)) return args.slice(index + 1, index + 2);
    const value = /^(?:-[a-zA-Z]*?o|--o[a-z]*=)(.+)$/.exec(text)?.[1];
    return value === undefined ? [] : [{ text: value, glob }];
  });
}

function copied(
  name: string,
  args: readonly WordValue[],
  operands: readonly WordValue[],
): NamedFiles {
  const given = args.flatMap(({ text, glob }, index) => {
    if (text === '-t' || text === '--target-directory') return args.slice(index + 1, index + 2);
    const value = /^--target-directory=(.+)$|^-t(.+)$/.exec(text);
    return value ? [{ text: value[1] ?? value[2] ?? '', glob }] : [];
  });
  const targets = given.length > 0 ? given : operands.slice(-1);
  const sources = operands.filter((operand) => !targets.includes(operand));
  // Where the target is a folder, the file lands in it under its own name. More than one is no copy.
  const inside = targets.slice(-1).flatMap((target) =>
    sources.map(({ text, glob }) => ({
      text: `${target.text.replace(/\/$/, '')}/${basename(text)}`,
      glob: glob || target.glob,
    })),
  );
  const moved = name === 'mv' ? sources : [];
  return { reads: sources, writes: [...targets, ...inside, ...moved] };
}

/** What comes behind may be an option of the program inside: a file too many rather than one too few. */
function logged(letters: string, args: readonly WordValue[]): NamedFiles {
  const read = /^(?:-[a-zA-Z0-9]*a|--arg-f[a-z]*)$|^(?:-a|--arg-f[a-z]*=)(.+)$/;
  const written = new RegExp(
    `^(?:-[a-zA-Z]*[${letters}]|--(?:o|log)[a-z-]*)$|^(?:-[a-zA-Z]*?[${letters}]|--(?:o|log)[a-z-]*=)(.+)$`,
  );
  return letters === ''
    ? { reads: behind(args, read), writes: [] }
    : { reads: [], writes: behind(args, written) };
}

function behind(args: readonly WordValue[], option: RegExp): readonly WordValue[] {
  return args.flatMap(({ text, glob }, index) => {
    const found = option.exec(text);
    if (!found) return [];
    const value = found.slice(1).find(Boolean);
    return value === undefined ? args.slice(index + 1, index + 2) : [{ text: value, glob }];
  });
}

/** Values that are glued to a flag: `--file=.env`, `-f.env`. */
function glued(args: readonly WordValue[]): readonly WordValue[] {
  return args.flatMap(({ text, glob }) => {
    const value = /^--[^=]+=(.+)$|^-[a-zA-Z](.*[./].*)$/.exec(text);
    return value ? [{ text: value[1] ?? value[2] ?? '', glob }] : [];
  });
}

function prefixed(args: readonly WordValue[], prefix: string): readonly WordValue[] {
  return args.flatMap(({ text, glob }) =>
    text.startsWith(prefix) ? [{ text: text.slice(prefix.length), glob }] : [],
  );
}
