import { withoutPipeStatus } from './pipe-status.ts';
import { programName } from './program-name.ts';
import type { ShellAssignment } from './simple-command.ts';
import type { ShellWord } from './word.ts';

/** Built-ins that take names of variables or sums, and evaluate what stands in their subscripts. */
const EVALUATING =
  /^(?:let|test|\[|declare|typeset|local|readonly|export|unset|read|printf|wait|getopts|mapfile|readarray)$/;
const SUBSTITUTION = /\$[({]|`/;

/** Built-ins that run text, or another program under a known name, by how that is asked of them. */
const REDEFINING: Readonly<Record<string, RegExp>> = {
  alias: /=/,
  hash: /^-\w*p/,
  enable: /^-\w*f/,
  mapfile: /^-\w*C/,
  readarray: /^-\w*C/,
  complete: /^-\w*[CF]/,
  compgen: /^-\w*[CF]/,
  bind: /^-\w*x/,
  source: /^<\(|^\/(?:dev|proc)\//,
  '.': /^<\(|^\/(?:dev|proc)\//,
};

/**
 * Commands that would run without standing in the line as such: `test -v 'a[$(curl …)]'` runs curl
 * from single quotes, after `alias ls=curl` the word ls runs it. `undefined`: nothing of the kind.
 */
export function hiddenCode(words: readonly ShellWord[]): string | undefined {
  const name = programName(words[0]) ?? '';
  const texts = words.slice(1).map(({ text }) => text);
  const asked = Object.hasOwn(REDEFINING, name) ? REDEFINING[name] : undefined;
  if (asked && texts.some((text) => asked.test(text))) {
    return `What ${name} sets up may run commands that do not stand in the line.`;
  }
  return EVALUATING.test(name) && texts.map(withoutPipeStatus).some(hasSubscript)
    ? `${name} evaluates what stands in a subscript.`
    : undefined;
}

/** The same for the source of a `[[ … ]]` that is not proven to compare numbers, texts or files. */
export function hiddenInTest(source: string): string | undefined {
  return hasSubscript(source) ? 'It evaluates what stands in a subscript.' : undefined;
}

/**
 * A value that holds a substitution in quotes waits for something that evaluates it: `PS4` with
 * `set -x`, a sum that names the variable.
 */
export function hiddenInValue({ name, value }: ShellAssignment): string | undefined {
  if (value === undefined || !SUBSTITUTION.test(value)) return undefined;
  return `The value of ${name} holds a substitution that may be evaluated later.`;
}

/** Whether a text has the look of `a[$(command)]`. */
export function hasSubscript(text: string): boolean {
  return /\w\[/.test(text) && SUBSTITUTION.test(text);
}
