import { copyFile, lstat, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { type Git, GitError } from './git.ts';
import { type OwnRepository, ownRepository } from './own-repository.ts';

/** Paths that git could not read, and what tells whether they change. */
export type Unread = Readonly<Record<string, string>>;

/** A work tree at one moment. */
export interface Recorded {
  readonly tree: string;
  readonly unread: Unread;
  /** Git's words where it would take the files only byte by byte. */
  readonly failure: string | undefined;
}

export interface WorkTreeStore {
  /** The tree of an index in the folder. */
  treeOf(name: string): Promise<string>;
  /**
   * Makes that index of the work tree as it is now.
   * @param from an index in the folder to start from; absent: the checkout's.
   * @throws GitError when git can't.
   */
  record(name: string, from?: string): Promise<Recorded>;
  run(args: readonly string[]): Promise<string>;
  readonly objects: readonly string[];
}

/** Records work trees in `folder`, in a repository of its own there. */
export async function openWorkTree(git: Git, root: string, folder: string): Promise<WorkTreeStore> {
  const own = await ownRepository(git, folder, root);
  const at = (name: string) => join(folder, name);
  const using = (name: string): Git => {
    const env = { ...own.env, GIT_INDEX_FILE: at(name) };
    return (args, options) => git(args, { ...options, env });
  };
  const treeOf = async (name: string) => (await using(name)(['write-tree'])).trim();
  /** Of the indexes that this process made. Whatever wrote over one since could hide files by it. */
  const digests = new Map<string, string>();
  const begin = async (name: string, from: string | undefined): Promise<void> => {
    const known = from === undefined ? undefined : digests.get(from);
    if (known === undefined) {
      await copyChecked(from === undefined ? own.index : at(from), at(name), using(name));
    } else if (from !== undefined && known === (await digestOf(at(from)))) {
      await copyWithTime(at(from), at(name));
    } else await rm(at(name), { force: true });
  };
  return {
    treeOf,
    record: async (name, from) => {
      const index = using(name);
      await begin(name, from);
      if (from !== undefined) await takeTracked(git, own, root, index);
      const failure = await addAll(index, join(own.env['GIT_DIR'] ?? '', 'info/attributes'));
      const recorded = { tree: await treeOf(name), unread: await unreadOf(index, root), failure };
      if (from === undefined) await copyTime(own.index, at(name)).catch(ignoreMissing);
      digests.set(name, await digestOf(at(name)));
      return recorded;
    },
    run: (args) => git(args, { env: own.env }),
    objects: own.objects,
  };
}

/**
 * Starting from an index spares hashing every file that has not changed. Its flags would hide
 * files from a look, and one that can't be read here (a split one, say) is done without.
 */
async function copyChecked(theirs: string, copy: string, index: Git): Promise<void> {
  try {
    await copyWithTime(theirs, copy);
    const lines = (await index(['ls-files', '-v', '-z'])).split('\0');
    // A small letter: assumed unchanged. An S: left out of a sparse checkout.
    const flagged = lines.filter((line) => /^(?:[a-z]|S) /.test(line)).map((line) => line.slice(2));
    if (flagged.length === 0) return;
    const input = `${flagged.join('\0')}\0`;
    for (const flag of ['--no-assume-unchanged', '--no-skip-worktree']) {
      await index(['update-index', flag, '-z', '--stdin'], { input });
    }
  } catch {
    await rm(copy, { force: true });
  }
}

/** With its time, by which git tells what it has to read. */
async function digestOf(file: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  try {
    const [bytes, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
    return `${createHash('sha256').update(bytes).digest('hex')} ${mtimeMs}`;
  } catch (error) {
    return messageOf(error);
  }
}

/** What an ignored file has to be named for: since the start the agent may have told git to track it. */
async function takeTracked(git: Git, own: OwnRepository, root: string, index: Git): Promise<void> {
  const list = ['ls-files', '-z'];
  const env = { GIT_DIR: own.gitDirectory, GIT_WORK_TREE: root };
  const known = new Set((await index(list)).split('\0'));
  const more = (await git(list, { env })).split('\0').filter((path) => !known.has(path));
  if (more.length === 0) return;
  const input = `${more.join('\0')}\0`;
  const ignored = await index(['check-ignore', '--no-index', '-z', '--stdin'], { input }).catch(
    noneIgnored,
  );
  if (ignored === '') return;
  await index(['update-index', '--add', '--remove', '-z', '--stdin'], { input: ignored });
}

/** Git ends with 1 where nothing is ignored. */
function noneIgnored(error: unknown): string {
  if (error instanceof GitError && (error.cause as { exitCode?: unknown }).exitCode === 1)
    return '';
  throw error;
}

/** Files byte by byte, whatever attributes say of their encoding and line ends. */
const RAW = '* !working-tree-encoding !ident !filter -text\n';

/** @returns git's words, where it took the files only raw. */
async function addAll(index: Git, attributes: string): Promise<string | undefined> {
  const repositories = await repositoriesIn(index);
  const all = ['.', ...repositories.map((path) => `:(exclude,literal)${path}`)];
  const from = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  const add = () =>
    index(['add', '--all', '--ignore-errors', ...from], { input: `${all.join('\0')}\0` }).catch(
      ignorePartly,
    );
  await rm(attributes, { force: true });
  await takeRepositories(index, repositories);
  try {
    await add();
    return undefined;
  } catch (error) {
    // One file in an encoding that it is not in, and git takes none.
    await writeFile(attributes, RAW);
    await add();
    return messageOf(error);
  }
}

/** Submodules, and other repositories within this one, that are in the index. */
async function repositoriesIn(index: Git): Promise<string[]> {
  const entries = (await index(['ls-files', '--stage', '-z'])).split('\0');
  return entries.flatMap((entry) => (/^160000 [^\t]*\t(.*)$/s.exec(entry) ?? []).slice(1, 2));
}

/**
 * For `add`, git looks whether there is anything new in them, which runs the filters that their own
 * settings name. What counts is the commit that they stand on.
 */
async function takeRepositories(index: Git, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const input = `${paths.join('\0')}\0`;
  await index(['update-index', '--add', '--remove', '-z', '--stdin'], { input });
}

/** With 1 git ends where it left out single files, which are asked for next. */
function ignorePartly(error: unknown): void {
  const { exitCode } = ((error as Error).cause ?? {}) as { exitCode?: unknown };
  if (!(error instanceof GitError && exitCode === 1)) throw error;
}

/** After all was added, what still differs could not be read. */
async function unreadOf(index: Git, root: string): Promise<Unread> {
  const asked = ['ls-files', '-z', '--modified', '--others', '--deleted', '--exclude-standard'];
  const paths = [...new Set((await index(asked)).split('\0'))].filter((path) => path !== '');
  const signed = paths.map(async (path) => [path, await signature(join(root, path))] as const);
  return Object.fromEntries(await Promise.all(signed));
}

async function signature(path: string): Promise<string> {
  try {
    const { size, mtimeMs, ctimeMs, ino, mode } = await lstat(path);
    return [size, mtimeMs, ctimeMs, ino, mode].join(' ');
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * The time of an index tells git which of its files may have changed in the same second, unseen by
 * their own times, and are to be read.
 */
async function copyWithTime(index: string, copy: string): Promise<void> {
  await copyFile(index, copy);
  await copyTime(index, copy);
}

async function copyTime(index: string, copy: string): Promise<void> {
  const { atime, mtime } = await stat(index);
  await utimes(copy, atime, mtime);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
