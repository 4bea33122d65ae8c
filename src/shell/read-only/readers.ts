import type { WordValue } from '../word.ts';
import { FILE_READERS } from './files.ts';
import { find } from './find.ts';
import { git } from './git.ts';
import { PROGRAM_READERS } from './programs.ts';
import type { Reader } from './reader.ts';
import { SEARCHERS } from './search.ts';
import { sed } from './sed.ts';
import { TEXT_READERS } from './text.ts';

/** The list of programs that may run with no rule. A new one is a line in its family's table. */
const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    ...FILE_READERS,
    ...TEXT_READERS,
    ...SEARCHERS,
    ...PROGRAM_READERS,
    find,
    git,
    sed,
  }),
);

/** Some of their other options write or run: a file whose name is such an option must not become one. */
const STRICT = new Set([
  'find',
  'sort',
  'sed',
  'git',
  'rg',
  'fd',
  'diff',
  'tree',
  'file',
  'awk',
  'jq',
  'shuf',
  'uniq',
  'xxd',
  'date',
  'tar',
  'iconv',
]);

export function readerOf(program: string): Reader | undefined {
  return READERS.get(program);
}

/** Some of its other options write or run. */
export function isStrict(program: string): boolean {
  return STRICT.has(program);
}

/** A pattern that could become an option of a program with dangerous ones. */
export function couldBecomeOption(program: string, args: readonly WordValue[]): boolean {
  const end = args.findIndex(({ text }) => text === '--');
  const before = end < 0 ? args : args.slice(0, end);
  return (
    STRICT.has(program) &&
    before.some(({ text, glob }) => glob && /^(?:[*?[\\]|-(?!-[\w-]+=))/.test(text))
  );
}
