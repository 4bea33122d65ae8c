import { resolve } from 'node:path';
import type { PathTouch } from '../tool/subject.ts';
import type { Place, Sink } from './description.ts';
import { namedFiles } from './file-commands.ts';
import { searchOf } from './find-tests.ts';
import { filesFound } from './found-files.ts';
import { programName } from './program-name.ts';
import { provenSearch } from './proven-search.ts';
import { readerOf } from './read-only/readers.ts';
import { isWithheld } from './sensitive.ts';
import { touch } from './touches.ts';
import { allValues, type ShellWord, type WordValue } from './word.ts';

/** More are not looked through. */
const MAX_FOUND = 20_000;
/** Stands for what is found, in the words of the program that is given it. */
const MARK = '\u0001';
const MARKED: WordValue = { text: MARK, glob: false };
const TREES = /^-[a-zA-Z]*[rR]|^--r/;
const PLACE = /\{(?:\/?\.?|\/\/)\}/g;

/**
 * Reports the files that `find` and `fd` come upon and change, or give to a program: rules for `.env` hold
 * for `find . -exec cat {} +` as for `cat .env`.
 * @param inner the commands that they run.
 * @returns whether the whole is proven to read alone, where the command inside is.
 */
export function touchFound(
  words: readonly ShellWord[],
  inner: readonly (readonly ShellWord[])[],
  place: Place,
  sink: Sink,
): boolean {
  const name = programName(words[0]) ?? '';
  if (!/^(?:find|fd|fdfind)$/.test(name)) return false;
  const isFind = name === 'find';
  const given = inner
    .map((command) => withMark(command, isFind))
    .filter((command) => command.some(hasMark));
  const named = given.map(namedFiles);
  const isDeleting = words.some(({ text }) => text === '-delete');
  const writes = isDeleting || named.some((files) => files.writes.some(isMarked));
  if (!writes && given.length === 0) return false;
  const isSure = words.every(({ values }) => values?.every(({ glob }) => !glob));
  if (!isSure || !place.directories)
    sink.problem('Which files find looks at is not known beforehand.');
  const takesTrees = given.some((command) => command.some(({ text }) => TREES.test(text)));
  const files = foundBy(words, isFind && !takesTrees, place, sink);
  const touched = files.filter(
    ({ path, isPlain }) => writes || !isPlain || isWithheld(path, place.scene),
  );
  report(touched, writes ? ['read', 'write'] : ['read'], place, sink);
  const isRead = isFind && inner.length === 1 && given.every(readsMarked);
  return isRead && !writes && touched.length === 0 && provesSearch(words, place, sink);
}

/** @param isTold whether the tests tell what is touched. */
function foundBy(words: readonly ShellWord[], isTold: boolean, { directories }: Place, sink: Sink) {
  const args = words.slice(1).flatMap((word) => word.values?.map(({ text }) => text) ?? word.text);
  const search = searchOf(args);
  const told = isTold ? search : { ...search, mayBe: () => true };
  return (directories ?? []).flatMap((folder) => {
    const files = filesFound(told, folder, MAX_FOUND);
    if (!files) {
      sink.problem(
        `It looks through more than ${MAX_FOUND} files: name the folder, or leave some out.`,
      );
    }
    return (files ?? []).map((file) => ({ ...file, path: resolve(folder, file.given) }));
  });
}

function report(
  files: readonly { path: string }[],
  accesses: readonly PathTouch['access'][],
  { directories, scene }: Place,
  sink: Sink,
): void {
  const list = files.map(({ path }) => ({ text: path, glob: false }));
  for (const access of accesses) {
    const { touches, problem } = touch(list, access, directories, scene);
    sink.touch(touches.map((one) => ({ ...one, operand: true })));
    if (problem !== undefined) sink.problem(problem);
  }
}

/** fd puts what it finds at the end where no place is told. */
function withMark(words: readonly ShellWord[], isFind: boolean): readonly ShellWord[] {
  const marked = words.map((word) => {
    const text = word.text.replace(PLACE, MARK);
    return text === word.text ? word : { ...word, text, values: [{ text, glob: false }] };
  });
  if (isFind || marked.some(hasMark)) return marked;
  const [near] = words;
  return near ? [...words, { ...near, text: MARK, values: [MARKED] }] : words;
}

function hasMark({ text }: ShellWord): boolean {
  return text.includes(MARK);
}

function isMarked({ text }: WordValue): boolean {
  return text.includes(MARK);
}

/** Files alone, as many as there may be: `awk {} a` would run what a file is called. */
function readsMarked(words: readonly ShellWord[]): boolean {
  const name = programName(words[0]) ?? '';
  const args = allValues(words.slice(1));
  if (!args || name === 'git' || args.filter(isMarked).some(({ text }) => text !== MARK))
    return false;
  if (args.filter(isMarked).length !== 1) return false;
  const reads = readerOf(name)?.(args.flatMap((arg) => (isMarked(arg) ? [MARKED, MARKED] : [arg])));
  return reads?.filter(isMarked).length === 2;
}

/** Where and what it looks for, without what it runs. */
function provesSearch(words: readonly ShellWord[], place: Place, sink: Sink): boolean {
  const start = words.findIndex(({ text }) => text === '-exec');
  const end = words.findIndex(({ text }, at) => at > start && (text === ';' || text === '+'));
  if (start < 0 || end < 0) return false;
  const args = words.slice(1).flatMap((word) => word.values?.map(({ text }) => text) ?? word.text);
  const rest = [...words.slice(0, start), ...words.slice(end + 1)];
  const touches = provenSearch(rest, searchOf(args), place);
  if (touches) sink.touch(touches);
  return touches !== undefined;
}
