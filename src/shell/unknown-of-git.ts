import type { ShellWord } from './word.ts';

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** Global options with a value of their own. */
const VALUED = set(
  '-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix --attr-source',
);
/** Their words choose revisions, messages and remotes, no file that would be written or printed. */
const NAMING = set(
  `add commit push fetch pull branch switch tag merge rebase cherry-pick revert reset describe status
   merge-base rev-parse rev-list name-rev for-each-ref ls-files ls-tree remote`,
);
/** They take revisions as well, but print files, and write where --output leads. */
const PRINTING = set('log diff show shortlog whatchanged range-diff');
/** `$X`, `"$BASE"...HEAD`. */
const VARIABLE = /\$(?:(\w+)|\{(\w+)\})/g;
/** Git tells hashes, whatever it is asked for: no option, no file. */
const HASH = /\$\(git (?:merge-base|rev-parse(?: --(?:short|verify))?)(?: \w[\w./~^@-]*){1,2}\)/g;

/**
 * Why a word that isn't known leaves open what git does: up to the sub-command it may be any of them,
 * behind it a file that is written or printed.
 */
export function unknownOfGit(
  words: readonly ShellWord[],
  maySet: (name: string) => boolean,
): string | undefined {
  const at = commandAt(words);
  const early = words.slice(1, at + 1).find(({ values }) => !values);
  if (early) return `What git is told by ${early.text}, is not known beforehand.`;
  const command = words[at]?.text ?? '';
  if (NAMING.has(command)) return undefined;
  const rest = words.slice(at + 1);
  const found = rest.find(
    (word, index) =>
      !word.values &&
      !(PRINTING.has(command) && isRevision(word, maySet)) &&
      !(command === 'checkout' && word.whole && /^-[bB]$/.test(rest[index - 1]?.text ?? '')),
  );
  return found && `What ${found.text} is for git ${command}, is not known beforehand.`;
}

function commandAt(words: readonly ShellWord[]): number {
  let at = 1;
  while (words[at]?.text.startsWith('-')) at += VALUED.has(words[at]?.text ?? '') ? 2 : 1;
  return at;
}

/** Nothing but variables that come from outside the line, or hashes, and no file in what is unknown. */
function isRevision({ text }: ShellWord, maySet: (name: string) => boolean): boolean {
  const names = [...text.matchAll(VARIABLE)].map(([, bare, braced]) => bare ?? braced ?? '');
  const rest = text.replaceAll(HASH, '\0').replaceAll(VARIABLE, '\0');
  return !/[$`]|:.*\0/.test(rest) && !names.some(maySet);
}
