import { copyFile, mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { ChangedFile } from '../events/outcome.ts';
import { type Git, GitError } from './git.ts';

/** The work tree as it stood at one moment, as a git tree in a store of its own. */
export interface Snapshot {
  /** What differs now from then, commits made in between included; sorted by path. */
  changedFiles(): Promise<readonly ChangedFile[]>;
  /** The same as a unified diff. */
  diff(): Promise<string>;
}

/**
 * Records the work tree (ignored files aside) without touching the repository: index and objects go
 * to `folder`, the repository's own objects are only read.
 * @throws GitError when git can't read the work tree.
 */
export async function takeSnapshot(git: Git, root: string, folder: string): Promise<Snapshot> {
  const objects = join(folder, 'objects');
  await mkdir(objects, { recursive: true });
  const [indexPath = '', objectsPath = ''] = (
    await git(['rev-parse', '--git-path', 'index', '--git-path', 'objects'])
  ).split('\n');
  const absolute = (path: string) => (isAbsolute(path) ? path : join(root, path));
  const store = {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: absolute(objectsPath),
  };

  const treeNow = async (name: string): Promise<string> => {
    const index = join(folder, name);
    // Starting from the real index spares hashing every file that has not changed.
    await copyFile(absolute(indexPath), index).catch(() => {});
    const env = { ...store, GIT_INDEX_FILE: index };
    await git(['add', '--all', '--ignore-errors', '--', '.'], { env }).catch(ignoreUnreadable);
    return (await git(['write-tree'], { env })).trim();
  };

  const before = await treeNow('index-before');
  const compare = async (...options: string[]) =>
    git(['diff-tree', '-r', '--no-renames', ...options, before, await treeNow('index-after')], {
      env: store,
    });
  return {
    changedFiles: async () => parseChanges(await compare('-z', '--raw', '--numstat')),
    diff: () => compare('-p', '--no-ext-diff', '--no-textconv'),
  };
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
