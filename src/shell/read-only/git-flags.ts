import { type Operands, type Reader, reader } from './reader.ts';

/** What `--format` may not ask for: %G runs the signature program. */
const RUNS_PROGRAM = /%G/;

const DIFF = `-pusRabwz -U: -M? -C? -B? -S: -G: -l: -# --patch --no-patch --raw --unified= --stat?
  --numstat --shortstat --dirstat? --summary --patch-with-stat --name-only --name-status
  --compact-summary --color? --no-color --color-words? --word-diff? --word-diff-regex= --color-moved?
  --no-renames --find-renames? --find-copies? --find-copies-harder --full-index --binary --abbrev?
  --diff-filter= --pickaxe-all --pickaxe-regex --relative? --text --ignore-space-at-eol
  --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-cr-at-eol
  --function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules?
  --submodule? --src-prefix= --dst-prefix= --no-prefix --cached --staged --merge-base --minimal
  --patience --histogram --diff-algorithm= --check --inter-hunk-context= --ita-invisible-in-index
  --no-indent-heuristic --indent-heuristic --stat-width= --stat-count= --cc -c -m --combined-all-paths`;

const LOG = `-n: -g -i -E -F -P -L: -q --oneline --max-count= --skip= --since= --after= --until= --before=
  --author= --committer= --grep= --all-match --invert-grep --all --branches? --tags? --remotes?
  --glob= --exclude= --graph --decorate? --no-decorate --decorate-refs= --decorate-refs-exclude=
  --format= --pretty? --abbrev-commit --no-abbrev-commit --no-abbrev --merges --no-merges
  --first-parent --reverse --date= --follow --full-history --simplify-merges --topo-order
  --date-order --author-date-order --left-right --cherry-pick --cherry-mark --cherry --boundary
  --ancestry-path? --source --show-pulls --walk-reflogs --no-walk? --parents --children --count
  --left-only --right-only --min-parents= --max-parents= --not --relative-date --notes?
  --no-notes --no-expand-tabs --use-mailmap --no-mailmap --no-color --regexp-ignore-case --extended-regexp
  --fixed-strings --perl-regexp --simplify-by-decoration --dense --sparse --remove-empty --no-patch
  --full-diff --log-size --encoding= --end-of-options`;

/** A path that is left out. */
const EXCLUSION = /^:(?:\/*[!^]|\([a-z,]*exclude[a-z,]*\))/;

/** Operands of git that are paths of the work tree, or that name one after a revision. */
export const gitPaths: Operands = ({ flags, operands }) => {
  const formats = ['--format', '--pretty'].flatMap((flag) => flags.get(flag) ?? []);
  if (formats.some((format) => RUNS_PROGRAM.test(format))) return undefined;
  // An operand outside makes `git diff` compare any two files, so such names are judged as files.
  return operands.flatMap(({ text, glob }) => {
    const files = filesOfRevision(text).map((path) => ({ text: path, glob }));
    return files.length === 0 && !EXCLUSION.test(text) && looksLikePath(text)
      ? [{ text, glob }]
      : files;
  });
};

/** The file of `HEAD:path`, `refs/heads/x:path`, `:0:path`, and of a path with magic, `:(top)path`. */
export function filesOfRevision(text: string): readonly string[] {
  if (EXCLUSION.test(text)) return [];
  const rests = [text.indexOf(':'), text.lastIndexOf(':')].filter((at) => at >= 0);
  const paths = rests.map((at) => text.slice(at + 1).replace(/^[0-3]:|^\([^)]*\)|^\//, ''));
  return [...new Set(paths)].filter((path) => path !== '');
}

export const diffReader = (more = ''): Reader => reader(`${DIFF} ${more}`, gitPaths);
export const logReader = (more = ''): Reader => reader(`${DIFF} ${LOG} ${more}`, gitPaths);

/** A name that may be a file: revision ranges and bare branch names are none. */
function looksLikePath(text: string): boolean {
  if (/^[~/]|(^|\/)\.\.(\/|$)/.test(text)) return true;
  return text !== '' && !/\.\.|[@^~{}]/.test(text) && /[./]|^[A-Z][a-z]/.test(text);
}
