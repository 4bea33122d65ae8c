import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

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

const MAX_INCLUDES = 20;

/**
 * Whether the repository that `folder` lies in may start a program when git only reads. What can't be
 * read or understood counts as yes. Only its own configuration is looked at: that of the system and
 * the user is switched off for silent commands.
 */
export function repositoryNamesProgram(folder: string): boolean {
  try {
    const top = topOf(folder);
    return (
      top !== undefined &&
      configFiles(top).some((file) => namesProgram(file, { left: MAX_INCLUDES }))
    );
  } catch {
    return true;
  }
}

/** A checkout can hold others: a submodule, or one that a test made. The nearest is git's. */
function topOf(folder: string): string | undefined {
  if (statSync(join(folder, '.git'), { throwIfNoEntry: false })) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : topOf(parent);
}

function configFiles(root: string): string[] {
  const link = join(root, '.git');
  const stat = statSync(link, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isDirectory()) return [join(link, 'config'), join(link, 'config.worktree')];
  const target = /^gitdir: (.+)$/m.exec(readFileSync(link, 'utf8'))?.[1]?.trim();
  if (target === undefined) throw new Error('.git is no repository.');
  const folder = isAbsolute(target) ? target : join(root, target);
  const common = read(join(folder, 'commondir'))?.trim() ?? '.';
  const shared = isAbsolute(common) ? common : join(folder, common);
  return [join(shared, 'config'), join(folder, 'config.worktree')];
}

function namesProgram(file: string, includes: { left: number }): boolean {
  for (const { key, value } of entriesOf(read(file) ?? '')) {
    if (key !== 'include.path' && key !== 'includeif.path') {
      if (!isPlain(key)) return true;
      continue;
    }
    includes.left -= 1;
    const path = isAbsolute(value) ? value : join(dirname(file), value);
    if (includes.left < 0 || value.startsWith('~') || namesProgram(path, includes)) return true;
  }
  return false;
}

function isPlain(key: string): boolean {
  return PLAIN.has(key) || PLAIN_SECTIONS.has(key.split('.')[0] ?? '');
}

/**
 * The keys of a configuration file (git-config, “Configuration file”), subsections left out. A line
 * that continues the one before may be taken for a key of its own: that errs on the careful side.
 */
function* entriesOf(text: string): Generator<{ key: string; value: string }> {
  let section = '';
  for (const line of text.replace(/^\uFEFF/u, '').split('\n')) {
    let rest = line.trim();
    const head = /^\[\s*([\w.-]+?)(?:\.[^\]\s"]*)?(?:\s+"(?:[^"\\]|\\.)*")?\s*\]/.exec(rest);
    if (head) {
      section = (head[1] ?? '').toLowerCase();
      rest = rest.slice(head[0].length).trim();
    }
    if (rest === '' || rest.startsWith('#') || rest.startsWith(';')) continue;
    const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest);
    if (!entry || section === '') throw new Error('The configuration can not be understood.');
    const value = (entry[2] ?? '').replace(/\s+[#;].*$/, '').replace(/^"(.*)"$/, '$1');
    yield { key: `${section}.${(entry[1] ?? '').toLowerCase()}`, value };
  }
}

/** @returns `undefined` when there is none; anything else that prevents reading is thrown. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw error;
  }
}
