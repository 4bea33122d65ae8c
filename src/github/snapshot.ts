import { existsSync } from 'node:fs';
import { copyFile, mkdir, stat, utimes } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { ChangedFile } from '../events/outcome.ts';
import { type Git, GitError } from './git.ts';
import { withoutFilters } from './without-filters.ts';

/** The work tree as it stood at one moment, as a git tree in a store of its own. */
export interface Snapshot {
  /** What differs now from then, commits made in between included; sorted by path. */
  changedFiles(): Promise<readonly ChangedFile[]>;
  /** The same as a unified diff. */
  diff(): Promise<string>;
  /** Both states as trees, for whoever makes a commit of the difference. */
  trees(): Promise<SnapshotTrees>;
}

export interface SnapshotTrees {
  readonly before: string;
  readonly after: string;
  /** The commit that was checked out at the start; `undefined`: none, or not known any more. */
  readonly head: string | undefined;
  /** Folders of objects in which all of it is found. */
  readonly objects: readonly string[];
}

/**
 * Records the work tree (ignored files aside) without touching the repository: index and objects go
 * to `folder`, the repository's own objects are only read.
 * @throws GitError when git can't read the work tree.
 */
export async function takeSnapshot(git: Git, root: string, folder: string): Promise<Snapshot> {
  await mkdir(join(folder, 'objects'), { recursive: true });
  const store = await openStore(git, root, folder);
  const head = git(['rev-parse', '--verify', '--quiet', 'HEAD']).catch(ignoreNoCommit);
  return sinceTree(store, await store.treeNow(BEFORE), (await head)?.trim());
}

/**
 * The snapshot that another process took in `folder`; `undefined` when it did not come to its end.
 * @throws GitError when git can't read it.
 */
export async function reopenSnapshot(
  git: Git,
  root: string,
  folder: string,
): Promise<Snapshot | undefined> {
  const index = join(folder, BEFORE);
  if (!existsSync(index) || existsSync(`${index}.lock`)) return undefined;
  const store = await openStore(git, root, folder);
  return sinceTree(store, await store.treeOf(BEFORE), undefined);
}

const BEFORE = 'index-before';

interface Store {
  /** The tree of an index in the folder. */
  treeOf(name: string): Promise<string>;
  /** Makes that index of the work tree as it is now. */
  treeNow(name: string): Promise<string>;
  run(args: readonly string[]): Promise<string>;
  readonly objects: readonly string[];
}

async function openStore(git: Git, root: string, folder: string): Promise<Store> {
  const [indexPath = '', objectsPath = ''] = (
    await git(['rev-parse', '--git-path', 'index', '--git-path', 'objects'])
  ).split('\n');
  const absolute = (path: string) => (isAbsolute(path) ? path : join(root, path));
  const store = {
    GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: absolute(objectsPath),
  };
  // Looked up each time: a command of the agent may have added a filter since. Also writing a tree
  // reads files anew where their times are too close to tell whether they changed.
  const withIndex = async (name: string) => ({
    env: { ...store, GIT_INDEX_FILE: join(folder, name), ...(await withoutFilters(git)) },
  });
  const treeOf = async (name: string) => (await git(['write-tree'], await withIndex(name))).trim();
  return {
    treeOf,
    treeNow: async (name) => {
      // Starting from the real index spares hashing every file that has not changed.
      await copyWithTime(absolute(indexPath), join(folder, name)).catch(() => {});
      const add = git(['add', '--all', '--ignore-errors', '--', '.'], await withIndex(name));
      await add.catch(ignoreUnreadable);
      return treeOf(name);
    },
    run: (args) => git(args, { env: store }),
    objects: Object.values(store),
  };
}

function sinceTree(store: Store, before: string, head: string | undefined): Snapshot {
  const compare = async (...options: string[]) => {
    const now = await store.treeNow('index-after');
    return store.run(['diff-tree', '-r', '--no-renames', ...options, before, now]);
  };
  return {
    changedFiles: async () => parseChanges(await compare('-z', '--raw', '--numstat')),
    diff: () => compare('-p', '--no-ext-diff', '--no-textconv'),
    trees: async () => ({
      before,
      after: await store.treeNow('index-after'),
      head,
      objects: store.objects,
    }),
  };
}

/**
 * The time of an index tells git which of its files may have changed in the same second, unseen by
 * their own times, and are to be read.
 */
async function copyWithTime(index: string, copy: string): Promise<void> {
  await copyFile(index, copy);
  const { atime, mtime } = await stat(index);
  await utimes(copy, atime, mtime);
}

/** A new repository has no commit yet. */
function ignoreNoCommit(error: unknown): undefined {
  if (!(error instanceof GitError)) throw error;
}

/** A file that can't be read can't be compared; the rest still can. */
function ignoreUnreadable(error: unknown): void {
  if (!(error instanceof GitError)) throw error;
}

/** Output of `diff-tree -z --raw --numstat`: first `:modes shas status\0path\0`, then `added\tremoved\tpath\0`. */
function parseChanges(output: string): readonly ChangedFile[] {
  const fields = output.split('\0').filter((field) => field !== '');
  const statuses = new Map<string, ChangedFile['status']>();
  const changes: ChangedFile[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    if (field.startsWith(':')) {
      at += 1;
      statuses.set(fields[at] ?? '', STATUS[field.slice(-1)] ?? 'modified');
      continue;
    }
    const [added = '', removed = '', ...path] = field.split('\t');
    const name = path.join('\t');
    changes.push({
      path: name,
      status: statuses.get(name) ?? 'modified',
      added: added === '-' ? undefined : Number(added),
      removed: removed === '-' ? undefined : Number(removed),
    });
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const STATUS: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
};
