import type { WordValue } from '../word.ts';
import { diffReader, gitPaths, logReader } from './git-flags.ts';
import { type Arguments, none, type Operands, type Reader, reader, text } from './reader.ts';

/** Operands are patterns to list by, but only when a flag says that this is a list. */
const listed =
  (...flags: readonly string[]): Operands =>
  (args: Arguments) =>
    args.operands.length === 0 || flags.some((flag) => args.flags.has(flag)) ? [] : undefined;

const PICK =
  '--contains= --no-contains= --points-at= --sort= --format= --color? --no-color --column? --no-column --ignore-case -i';
const HARMLESS_KEYS =
  /^(user\.(name|email)|init\.defaultbranch|core\.(autocrlf|eol|ignorecase|bare|filemode))$/i;

/** `%(signature)` in a format of refs runs the signature program. */
const refs =
  (operands: Operands): Operands =>
  (args) =>
    ['--format', '--sort'].some((flag) =>
      args.flags.get(flag)?.some((text) => /signature/i.test(text)),
    )
      ? undefined
      : operands(args);

/** Sub-commands by what they may be given. What is not listed may write, fetch or run a program. */
const COMMANDS: Readonly<Record<string, Reader>> = {
  status: reader(
    '-sbuvz -u? --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignored? --ignore-submodules? --no-renames --find-renames? --ahead-behind --no-ahead-behind --column? --null',
    gitPaths,
  ),
  diff: diffReader(),
  log: logReader(),
  show: logReader(),
  whatchanged: logReader(),
  'diff-tree': diffReader('-r -t --root --no-commit-id --pretty? --format='),
  'diff-index': diffReader(),
  'diff-files': diffReader(),
  'range-diff': diffReader('--creation-factor= --left-only --right-only'),
  'rev-list': logReader('--objects --disk-usage? --header --timestamp'),
  reflog: (args) => {
    const [first, ...rest] = args;
    if (first?.text === 'show') return logReader()(rest);
    return first === undefined || first.text.startsWith('-') || first.text === 'HEAD'
      ? logReader()(args)
      : undefined;
  },
  shortlog: logReader('-s -e -n --summary --numbered --email --group='),
  blame: reader(
    '-bcefklnpstw -M? -C? -L: --line-porcelain --porcelain --show-email --root --date= --since= --reverse --first-parent --show-name --show-number --abbrev= --ignore-rev= --color-lines',
    ({ operands }) => operands,
  ),
  annotate: reader('-L: -l', ({ operands }) => operands),
  'ls-files': reader(
    '-cdmokstuvz -x: --cached --deleted --modified --others --ignored --stage --unmerged --killed --exclude= --exclude-standard --full-name --error-unmatch --abbrev? --eol --deduplicate --directory --no-empty-directory --format= --with-tree=',
    gitPaths,
  ),
  'ls-tree': reader(
    '-drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev? --format=',
    gitPaths,
  ),
  'cat-file': reader(
    '-tspe --batch-check? --batch-all-objects --allow-unknown-type --buffer',
    gitPaths,
  ),
  grep: reader(
    `-aEFGHhIiLlnoPpqrvWwcz -# -A: -B: -C: -e: -f< -m: --text --ignore-case --word-regexp
     --invert-match --extended-regexp --basic-regexp --fixed-strings --perl-regexp --line-number
     --column --files-with-matches --files-without-match --name-only --count --color? --no-color
     --break --heading --show-function --function-context --context= --after-context=
     --before-context= --all-match --and --or --not --quiet --cached --untracked --max-depth=
     --max-count= --only-matching --full-name --recursive --threads= --no-exclude-standard`,
    ({ operands, flags, files }) =>
      gitPaths({ flags, files, operands: flags.has('-e') ? operands : operands.slice(1) }),
  ),
  'rev-parse': reader(
    `-q --abbrev-ref? --short? --verify --quiet --symbolic --symbolic-full-name --show-toplevel
     --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree
     --is-inside-git-dir --is-bare-repository --is-shallow-repository --all --branches? --tags?
     --remotes? --revs-only --no-revs --not --default= --show-superproject-working-tree
     --show-object-format --end-of-options`,
    text,
  ),
  describe: reader(
    '--all --tags --long --always --abbrev= --match= --exclude= --contains --candidates= --dirty? --broken? --exact-match --first-parent --debug',
    text,
  ),
  'merge-base': reader('-a --all --octopus --independent --is-ancestor --fork-point', text),
  'name-rev': reader('--tags --name-only --refs= --all --always --no-undefined', text),
  'for-each-ref': reader(
    '--count= --sort= --format= --contains= --no-contains= --merged? --no-merged? --points-at= --ignore-case --shell --exclude=',
    refs(text),
  ),
  'show-ref': reader(
    '-dhqs --head --heads --tags --dereference --hash? --verify --quiet --abbrev? --exists --branches',
    text,
  ),
  'show-branch': reader(
    '-ar --all --remotes --topo-order --current --list --more= --no-name --sha1-name --no-color',
    text,
  ),
  cherry: reader('-v --abbrev=', text),
  'count-objects': reader('-vH --verbose --human-readable', none),
  'check-ignore': reader('-qvzn --quiet --verbose --non-matching --no-index', text),
  'check-attr': reader('-az --all --cached', text),
  'hash-object': reader('-t: --no-filters', ({ operands }) => operands),
  branch: reader(
    `-arvl --all --remotes --verbose --list --show-current --merged? --no-merged? --abbrev? --no-abbrev ${PICK}`,
    refs(
      listed(
        '-l',
        '--list',
        '--merged',
        '--no-merged',
        '--contains',
        '--no-contains',
        '--points-at',
      ),
    ),
  ),
  tag: reader(
    `-l -n? --list --merged? --no-merged? ${PICK}`,
    refs(
      listed(
        '-l',
        '--list',
        '-n',
        '--merged',
        '--no-merged',
        '--contains',
        '--no-contains',
        '--points-at',
      ),
    ),
  ),
  remote: (args) => {
    const words = args.map((arg) => arg.text);
    if (words[0] === 'get-url')
      return words.length === 2 && !words[1]?.startsWith('-') ? [] : undefined;
    return words.every((word) => word === '-v' || word === '--verbose') ? [] : undefined;
  },
  'symbolic-ref': reader('-q --quiet --short', ({ operands }) =>
    operands.length === 1 && !operands[0]?.glob ? [] : undefined,
  ),
  stash: sub({ list: logReader(), show: diffReader('-u --include-untracked --only-untracked') }),
  worktree: sub({ list: reader('-vz --verbose --porcelain', none) }),
  notes: sub({ list: reader('', text), show: reader('', text) }),
  config: (args) => {
    const words = args.map((arg) => arg.text);
    const key = words[0] === '--get' || words[0] === 'get' ? words.slice(1) : words;
    return key.length === 1 && HARMLESS_KEYS.test(key[0] ?? '') ? [] : undefined;
  },
  version: reader('', none),
};

/** Global options that change neither the repository nor a program. `-c` and its like name programs. */
const GLOBAL = new Set([
  '-P',
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  '--no-replace-objects',
  '--no-lazy-fetch',
]);

/** Settings that only change how it looks; `cat` is no pager to speak of. */
const SETTING =
  /^(?:color\.ui=(?:never|always|auto|false|true)|core\.(?:pager=cat|quotepath=(?:on|off|true|false)))$/i;

export const git: Reader = (args) => {
  let at = 0;
  for (let used = globalOption(args, at); used > 0; used = globalOption(args, at)) at += used;
  const name = args[at];
  if (!name || name.glob) return undefined;
  if (name.text === '--version') return args.length === at + 1 ? [] : undefined;
  return Object.hasOwn(COMMANDS, name.text) ? COMMANDS[name.text]?.(args.slice(at + 1)) : undefined;
};

/** How many words a harmless global option takes; 0: another one. `-C .` stays where it is. */
function globalOption(args: readonly WordValue[], at: number): number {
  const [option, value] = [args[at]?.text ?? '', args[at + 1]?.text ?? ''];
  if (GLOBAL.has(option)) return 1;
  return (option === '-C' && value === '.') || (option === '-c' && SETTING.test(value)) ? 2 : 0;
}

function sub(commands: Readonly<Record<string, Reader>>): Reader {
  return (args: readonly WordValue[]) => {
    const name = args[0]?.text ?? '';
    return Object.hasOwn(commands, name) ? commands[name]?.(args.slice(1)) : undefined;
  };
}
