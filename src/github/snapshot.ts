import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangedFile } from '../events/outcome.ts';
import { type Git, GitError } from './git.ts';
import { openWorkTree, type Recorded, type Unread, type WorkTreeStore } from './work-tree-store.ts';

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
  /** Files that changed, and that git could not read: they are in neither tree as they are. */
  readonly unread: readonly string[];
  /** Git's words where it took the files only byte by byte, as their attributes don't have them. */
  readonly failure: string | undefined;
}

/**
 * Records the work tree (ignored files aside) without touching the repository: index and objects go
 * to `folder`, the repository's own objects are only read.
 * @throws GitError when git can't read the work tree.
 */
export async function takeSnapshot(git: Git, root: string, folder: string): Promise<Snapshot> {
  const store = await openWorkTree(git, root, folder);
  const head = git(['rev-parse', '--verify', '--quiet', 'HEAD'], {
    env: { GIT_WORK_TREE: root },
  }).catch(ignoreNoCommit);
  const start = await store.record(BEFORE);
  await writeFile(join(folder, UNREAD), JSON.stringify(start.unread));
  return sinceRecord(store, start, (await head)?.trim());
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
  const unread = JSON.parse(await readFile(join(folder, UNREAD), 'utf8').catch(() => '{}'));
  const store = await openWorkTree(git, root, folder);
  const tree = await store.treeOf(BEFORE);
  return sinceRecord(store, { tree, unread, failure: undefined }, undefined);
}

const BEFORE = 'index-before';
const UNREAD = 'unread-before.json';

function sinceRecord(store: WorkTreeStore, start: Recorded, head: string | undefined): Snapshot {
  const before = start.tree;
  const now = () => store.record('index-after', BEFORE);
  const compare = (after: string, ...options: string[]) =>
    store.run(['diff-tree', '-r', '--no-renames', ...options, before, after]);
  return {
    changedFiles: async () => {
      const { tree, unread } = await now();
      const seen = parseChanges(await compare(tree, '-z', '--raw', '--numstat'));
      return withUnread(seen, changedUnread(start.unread, unread));
    },
    diff: async () => compare((await now()).tree, '-p', '--no-ext-diff', '--no-textconv'),
    trees: async () => {
      const { tree: after, unread, failure } = await now();
      const lost = changedUnread(start.unread, unread);
      return { before, after, head, objects: store.objects, unread: lost, failure };
    },
  };
}

/** What git could not read at either time may have changed all the same. */
function changedUnread(before: Unread, after: Unread): string[] {
  return Object.keys(after)
    .filter((path) => before[path] !== after[path])
    .sort();
}

function withUnread(seen: readonly ChangedFile[], unread: readonly string[]) {
  const named = new Set(seen.map(({ path }) => path));
  const more = unread
    .filter((path) => !named.has(path))
    .map((path) => ({ path, status: 'modified', added: undefined, removed: undefined }) as const);
  return [...seen, ...more].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A new repository has no commit yet. */
function ignoreNoCommit(error: unknown): undefined {
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
  return changes;
}

const STATUS: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
};
