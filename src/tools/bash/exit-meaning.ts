import { constants } from 'node:os';

/** Commands for which exit code 1 is an answer, not a failure, and what it says. */
const ANSWERS: Readonly<Record<string, string>> = {
  grep: 'No matches found',
  egrep: 'No matches found',
  fgrep: 'No matches found',
  rg: 'No matches found',
  'git grep': 'No matches found',
  find: 'Some folders could not be read',
  diff: 'The files differ',
  cmp: 'The files differ',
  'git diff': 'There are differences',
  test: 'The condition is false',
  '[': 'The condition is false',
};

/** Why an exit code is no failure; `undefined`: it is one, or it is 0. */
export function exitMeaning(command: string, exitCode: number): string | undefined {
  return exitCode === 1 ? ANSWERS[lastProgram(command)] : undefined;
}

/** The name of the signal behind an exit code over 128, such as `SIGSEGV` for 139. */
export function signalOf(exitCode: number): string | undefined {
  const number = exitCode - 128;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}

/** The exit code that a shell shows for a signal. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** The program whose exit code a command line ends with, as well as can be told from its text. */
function lastProgram(command: string): string {
  const bare = command.replace(/'[^']*'|"(?:[^"\\]|\\.)*"/gs, '""').replace(/\\./gs, '_');
  const last = bare.split(/\|\||&&|[;|&\n]/).findLast((part) => part.trim() !== '') ?? '';
  const words = last
    .trim()
    .split(/\s+/)
    .filter((word) => !/^\w+=/.test(word));
  const program = words[0]?.replace(/^.*\//, '') ?? '';
  return program === 'git'
    ? `git ${words.slice(1).find((word) => !word.startsWith('-'))}`
    : program;
}
