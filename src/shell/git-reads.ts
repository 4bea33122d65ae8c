import { valuesBehind } from './values-behind.ts';

/** Options by which a command reads a file that is not one of the repository's, for all commands first. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  '': /^--pathspec-from-file(?:=(.*))?$/,
  commit: /^(?:-[a-zA-Z]*[Ft]|--(?:file|template))$|^(?:-[Ft]|--(?:file|template)=)(.+)$/,
  tag: /^(?:-F|--file)(?:=?(.+))?$/,
  merge: /^(?:-F|--file)(?:=?(.+))?$/,
  notes: /^(?:-F|--file)(?:=?(.+))?$/,
  blame: /^(?:-S|--contents|--ignore-revs-file)(?:=?(.+))?$/,
  annotate: /^(?:-S|--contents|--ignore-revs-file)(?:=?(.+))?$/,
  config: /^(?:-f|--file)(?:=?(.+))?$|^--blob=?.*?:(.+)$/,
  'ls-files': /^(?:-X|--exclude-from)(?:=?(.+))?$/,
  'commit-tree': /^-F(.+)?$/,
};
/** Their operands are files. */
const OPERANDS =
  /^(?:hash-object|apply|am|interpret-trailers|merge-file|send-email|checkout-index)$/;

/** The files that a git command is told to read, beyond those that it keeps. */
export function readByGit(command: string, rest: readonly string[]): readonly string[] {
  const options = ['', command].flatMap(
    (name) => (Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined) ?? [],
  );
  const read = options
    .flatMap((option) => valuesBehind(rest, option))
    .filter((text) => text !== '-');
  const isNamed =
    OPERANDS.test(command) || (/^(?:diff|difftool)$/.test(command) && rest.includes('--no-index'));
  return isNamed ? [...read, ...rest.filter((text) => !text.startsWith('-'))] : read;
}
