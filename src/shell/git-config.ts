import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../base/paths.ts';
import { entriesOf } from './git-config-file.ts';
import { gitFoldersOf, modulesIn, textOf, topOf } from './git-folders.ts';
import { linkedRepositories } from './git-index.ts';

/** Sections whose keys hold names, numbers and switches, whatever they are called. */
const PLAIN_SECTIONS = new Set(
  `user author committer branch color advice push pull fetch rebase gc pack index http url safe init
   extensions feature maintenance status commit tag versionsort column i18n`.split(/\s+/),
);

/**
 * Keys of other sections that start no program during a reading command: they name none, or the Bash
 * tool sets them to something harmless for such commands (`quiet-git.ts`). Any key that is not here
 * may name one (`diff.x.textconv`, `filter.x.clean`) or move the tree (`core.worktree`).
 */
const PLAIN_KEYS: Readonly<Record<string, string>> = {
  core: `repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks
    autocrlf eol safecrlf longpaths protecthfs protectntfs quotepath abbrev compression commentchar
    preloadindex untrackedcache splitindex commitgraph multipackindex sparsecheckout
    sparsecheckoutcone excludesfile attributesfile checkstat trustctime fscache sharedrepository
    notesref whitespace fsmonitor hookspath pager editor sshcommand askpass alternaterefscommand`,
  credential: 'helper username usehttppath',
  gpg: 'program format',
  remote: `url fetch push pushurl tagopt prune prunetags mirror promisor partialclonefilter
    skipdefaultupdate skipfetchall followremotehead`,
  diff: `algorithm renames renamelimit colormoved colormovedws context interhunkcontext
    mnemonicprefix noprefix relative wserrorhighlight indentheuristic statgraphwidth dirstat
    ignoresubmodules submodule suppressblankempty wordregex binary xfuncname funcname`,
  merge: 'conflictstyle ff log renames renamelimit stat directoryrenames renormalize autostash',
  log: 'abbrevcommit date decorate excludedecoration follow graphcolors showroot showsignature mailmap',
  submodule: 'url active branch ignore fetchrecursesubmodules recurse',
};

const PLAIN = new Set(
  Object.entries(PLAIN_KEYS).flatMap(([section, keys]) =>
    keys.split(/\s+/).map((key) => `${section}.${key}`),
  ),
);

/** Of these the ones that name a program. */
const PROGRAMS =
  /^(?:core\.(?:fsmonitor|hookspath|pager|editor|sshcommand|askpass|alternaterefscommand)|credential\.helper|gpg\.program)$/;
/** Of these the ones that matter where the Bash tool does not override them. */
const OVERRIDDEN =
  /^(?:core\.(?:fsmonitor|hookspath)|log\.showsignature|remote\.(?:promisor|partialclonefilter)|extensions\.partialclone)$/;
/** The one hook of a reading command: it brings the index up to date. */
const HOOK = 'post-index-change';
/** A value that quotes, escapes and comments make nothing else of. */
const PLAIN_VALUE = /^[\w./-][\w./ -]*$/;

const MAX_INCLUDES = 20;
const MAX_REPOSITORIES = 50;

/** How configurations are looked at. */
interface Look {
  /** The work tree: a submodule's may be set to a place in it. */
  readonly top: string;
  /** The command runs with the Bash tool's overrides. */
  readonly quiet: boolean;
  readonly isModule: boolean;
  readonly left: { repositories: number; includes: number };
}

/**
 * Whether the repository that `folder` lies in may start a program when git only reads. What can't be
 * read or understood counts as yes. Only its own configuration and that of its submodules, in which git
 * looks for changes, is looked at: that of the system and the user is switched off for silent commands.
 * @param quiet the whole line only reads, so that it runs with the overrides of `quiet-git.ts`.
 */
export function repositoryNamesProgram(folder: string, quiet = true): boolean {
  try {
    const top = topOf(folder);
    if (top === undefined) return false;
    const left = { repositories: MAX_REPOSITORIES, includes: MAX_INCLUDES };
    return treeNamesProgram(top, { top, quiet, isModule: false, left });
  } catch {
    return true;
  }
}

function treeNamesProgram(tree: string, look: Look): boolean {
  look.left.repositories -= 1;
  if (look.left.repositories < 0) return true;
  const folders = gitFoldersOf(tree);
  const files = [join(folders.common, 'config'), join(folders.own, 'config.worktree')];
  if (files.some((file) => namesProgram(file, look))) return true;
  if (!look.quiet && existsSync(join(folders.common, 'hooks', HOOK))) return true;
  const links = linkedRepositories(folders.own);
  if (links.length === 0) return false;
  const module = { ...look, isModule: true };
  return (
    modulesIn(folders).some((folder) => namesProgram(join(folder, 'config'), module)) ||
    links.some((link) => {
      const inner = join(tree, link);
      return existsSync(join(inner, '.git')) && treeNamesProgram(inner, module);
    })
  );
}

function namesProgram(file: string, look: Look): boolean {
  for (const { key, value } of entriesOf(textOf(file) ?? '')) {
    if (key !== 'include.path' && key !== 'includeif.path') {
      if (!isHarmless(key, value, file, look)) return true;
      continue;
    }
    look.left.includes -= 1;
    if (look.left.includes < 0 || !PLAIN_VALUE.test(value)) return true;
    if (namesProgram(resolve(dirname(file), value), look)) return true;
  }
  return false;
}

function isHarmless(key: string, value: string, file: string, look: Look): boolean {
  if (key === 'core.worktree') {
    return look.isModule && isInside(resolve(dirname(file), value), look.top);
  }
  if (look.quiet || !OVERRIDDEN.test(key)) return isPlain(key);
  if (key !== 'core.hookspath') return false;
  return PLAIN_VALUE.test(value) && !existsSync(resolve(look.top, value, HOOK));
}

/** Whether a setting may name a program, wherever it is made. */
export function mayNameProgram(key: string): boolean {
  const [section = '', ...rest] = key.toLowerCase().split('.');
  const plain = `${section}.${rest.at(-1) ?? ''}`;
  return !isPlain(plain) || PROGRAMS.test(plain);
}

function isPlain(key: string): boolean {
  return PLAIN.has(key) || PLAIN_SECTIONS.has(key.split('.')[0] ?? '');
}
