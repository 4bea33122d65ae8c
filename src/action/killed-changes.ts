import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { ChangedFile } from '../events/outcome.ts';
import type { Git } from '../github/git.ts';

/**
 * What differs from the work tree as a run recorded it at its start (`takeSnapshot`), for a run that
 * is no longer there to tell. Empty when it was killed before that: nothing may change before.
 * @throws GitError when git can't read the record or the work tree.
 */
export async function changesSince(
  git: Git,
  root: string,
  snapshot: string,
): Promise<readonly ChangedFile[]> {
  const index = join(snapshot, 'index-before');
  if (!existsSync(index) || existsSync(`${index}.lock`)) return [];
  const [indexPath = '', objectsPath = ''] = (
    await git(['rev-parse', '--git-path', 'index', '--git-path', 'objects'])
  ).split('\n');
  const absolute = (path: string) => (isAbsolute(path) ? path : join(root, path));
  const env = {
    GIT_OBJECT_DIRECTORY: join(snapshot, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: absolute(objectsPath),
  };
  const treeOf = async (file: string) =>
    (await git(['write-tree'], { env: { ...env, GIT_INDEX_FILE: file } })).trim();
  const after = join(snapshot, 'index-after');
  await copyFile(absolute(indexPath), after).catch(() => {});
  await git(['add', '--all', '--ignore-errors', '--', '.'], {
    env: { ...env, GIT_INDEX_FILE: after },
  }).catch(() => {});
  const trees = [await treeOf(index), await treeOf(after)];
  const compare = (format: string) =>
    git(['diff-tree', '-r', '-z', '--no-renames', format, ...trees], { env });
  return filesOf(await compare('--name-status'), await compare('--numstat'));
}

const STATUS: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'deleted' };

/** Of `status\0path\0` and `added\tremoved\tpath\0`, which are in the same order. */
function filesOf(names: string, numbers: string): readonly ChangedFile[] {
  const fields = names.split('\0');
  return numbers.split('\0').flatMap((line, at) => {
    const [added = '', removed = ''] = line.split('\t');
    const path = fields[at * 2 + 1];
    if (line === '' || path === undefined) return [];
    const count = (text: string) => (text === '-' ? undefined : Number(text));
    const status = STATUS[fields[at * 2] ?? ''] ?? 'modified';
    return [{ path, status, added: count(added), removed: count(removed) }];
  });
}
