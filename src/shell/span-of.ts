import type { ShellWord } from './word.ts';

/** Where the inner command stands; words of nested text have offsets of their own and count as the whole. */
export function spanOf(
  words: readonly ShellWord[],
  outer: readonly [number, number],
): readonly [number, number] {
  const start = words[0]?.span[0] ?? outer[0];
  const end = words.at(-1)?.span[1] ?? outer[1];
  return start >= outer[0] && end <= outer[1] ? [start, end] : outer;
}
