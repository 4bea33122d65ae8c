import { literal, type ShellWord } from './word.ts';

/** The name of the program that a word calls, without its folder; `undefined` when not known beforehand. */
export function programName(word: ShellWord | undefined): string | undefined {
  const name = literal(word);
  return name?.slice(name.lastIndexOf('/') + 1);
}

/** True for a bare name, which is looked up outside the checkout, and for the system's own folders. */
export function isSystemProgram(word: ShellWord | undefined): boolean {
  return /^(?:\/(?:usr\/)?bin\/)?[^/]+$/.test(literal(word) ?? '/');
}
