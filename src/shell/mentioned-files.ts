import { resolve } from 'node:path';
import type { ShellScene } from './analysis.ts';
import type { Directories } from './directories.ts';
import { isFileProgram } from './file-programs.ts';
import { programName } from './program-name.ts';
import type { ShellWord, WordValue } from './word.ts';

/** Their words are texts. What git is told is looked at by itself. */
const TEXTS = new Set(
  'echo printf git true false : sleep exit set seq which type expr basename dirname tr ps id kill test ['.split(
    ' ',
  ),
);
/** More words are not looked at. */
const MAX_WORDS = 200;

/**
 * Files that a rule keeps from being read, in the words of a program that is not known to read files:
 * `gh gist create secret/key`, `node --env-file=.env`, `docker run -v ./secret:/x`.
 */
export function mentionedFiles(
  words: readonly ShellWord[],
  directories: Directories,
  { cwd, isRefused }: ShellScene,
): readonly WordValue[] {
  const name = programName(words[0]) ?? '';
  if (!isRefused || TEXTS.has(name) || isFileProgram(name)) return [];
  const texts = words
    .slice(1, MAX_WORDS)
    .flatMap((word) => word.values?.map(({ text }) => text) ?? word.text)
    .flatMap(partsOf);
  const refused = [...new Set(texts)].filter((text) =>
    (directories ?? [cwd]).some((directory) => isRefused(resolve(directory, text))),
  );
  return refused.map((text) => ({ text, glob: false }));
}

/** The word itself, what is glued to an option, and what stands behind `=`, `@` and `:`. */
function partsOf(text: string): readonly string[] {
  if (text.length > 4_096 || /[\s\0]/.test(text)) return [];
  const glued = /^-[a-zA-Z](.+)$/.exec(text)?.[1];
  const whole = text.startsWith('-') ? [] : [text];
  const parts = text.split(/[=@:,]/);
  return [
    ...whole,
    ...(glued === undefined ? [] : [glued]),
    ...(parts.length > 1 ? parts : []),
  ].filter((part) => part !== '' && !part.startsWith('-'));
}
