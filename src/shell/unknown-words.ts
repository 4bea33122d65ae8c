import { isFileProgram } from './file-programs.ts';
import { programName } from './program-name.ts';
import { unknownOfGit } from './unknown-of-git.ts';
import type { ShellWord } from './word.ts';

const GREP = '-e --regexp -m -A -B -C --include --exclude --';
/** Words behind which anything is a mere text: no file, and no option. */
const TEXT_BEHIND: Readonly<Record<string, string>> = {
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: '-e --regexp -m -A -B -C -g --glob -t --type --',
  find: '-name -iname -maxdepth -mindepth -type',
  head: '-n -c',
  tail: '-n -c',
  cut: '-d -f -c',
  curl: '--data-raw -u --user -X --request -A --user-agent',
};
const GREPS = /^[ef]?grep$/;

/**
 * Why a word whose value isn't known beforehand leaves open what a command touches: it may be a file
 * that a rule keeps from it, an option, or git's sub-command. `undefined`: it does not.
 * @param maySet whether the line sets a variable.
 */
export function unknownWord(
  words: readonly ShellWord[],
  maySet: (name: string) => boolean,
): string | undefined {
  const name = programName(words[0]) ?? '';
  if (name === 'git') return unknownOfGit(words, maySet);
  if (!isFileProgram(name)) return undefined;
  const at = words.findIndex((word, index) => index > 0 && !isKnown(words, index, name, word));
  return at < 0
    ? undefined
    : `What ${words[at]?.text ?? ''} is for ${name}, is not known beforehand.`;
}

function isKnown(
  words: readonly ShellWord[],
  at: number,
  name: string,
  { values, whole, text }: ShellWord,
): boolean {
  if (values) return true;
  if (!whole) return false;
  const before = words[at - 1]?.text ?? '';
  const behind = Object.hasOwn(TEXT_BEHIND, name) ? TEXT_BEHIND[name]?.split(' ') : undefined;
  // Behind `--` only the first operand is a pattern.
  if (behind?.includes(before)) return before !== '--' || firstOperand(words) === at;
  if (name === 'jq') return /^--arg(?:json)?$/.test(words[at - 2]?.text ?? '');
  if (name === 'curl') return /^https?:\/\/[\w.-]+(?::\d+)?\/[\w./?=&$-]*/.test(text);
  // The worst that a pattern can be is `-f file`, from which nothing is printed.
  return GREPS.test(name) && firstOperand(words) === at;
}

function firstOperand(words: readonly ShellWord[]): number {
  return words.findIndex(({ text }, index) => index > 0 && !text.startsWith('-'));
}
