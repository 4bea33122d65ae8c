import { literal, type ShellWord } from './word.ts';

/** The name of the program that a word calls, without its folder; `undefined` when not known beforehand. */
export function programName(word: ShellWord | undefined): string | undefined {
  const name = literal(word);
  return name?.slice(name.lastIndexOf('/') + 1);
}
