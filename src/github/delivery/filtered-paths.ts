import type { Git } from '../git.ts';
import { blobSizes, readBlobs } from './read-blobs.ts';
import { ABSENT, REPOSITORY, type TreeChange } from './tree-changes.ts';

/** By its specification a pointer is shorter. */
const MAX_POINTER = 1_024;

/** The store is bare, and attributes are read in a work tree. */
const WITH_FILES = ['-c', 'core.bare=false'];

/**
 * Paths whose attributes put a program between the file and what is committed (Git LFS, git-crypt).
 * None is run here, so such a file can't be committed as the repository wants it. Attributes count as
 * they lie in the files: those below `.git` are not the repository's, and could say anything.
 * @param git in the store.
 * @param root of the checkout.
 */
export async function filteredPaths(
  git: Git,
  root: string,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const asked = ['-C', root, ...WITH_FILES, 'check-attr', '-z', '--stdin', 'filter'];
  const options = { input: `${paths.join('\0')}\0`, env: { GIT_WORK_TREE: root } };
  const fields = (await git(asked, options)).split('\0');
  const found: string[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const value = fields[at + 2] ?? '';
    if (value !== 'unspecified' && value !== 'unset') found.push(fields[at] ?? '');
  }
  return found;
}

/** Files that are pointers of Git LFS, whatever the attributes say: what they point to goes nowhere. */
export async function lfsPointers(git: Git, changes: readonly TreeChange[]): Promise<string[]> {
  const files = changes.filter(({ newMode }) => newMode !== ABSENT && newMode !== REPOSITORY);
  const sizes = await blobSizes(
    git,
    files.map(({ newId }) => newId),
  );
  const small = files.filter(({ newId }) => (sizes.get(newId) ?? 0) <= MAX_POINTER);
  const blobs = await readBlobs(
    git,
    small.map(({ newId }) => newId),
  );
  const isPointer = ({ newId }: TreeChange) =>
    /^version https?:\/\/(?:git-lfs\.github\.com|hawser\.github\.com|git-media\.io)\//.test(
      blobs.get(newId)?.toString('utf8') ?? '',
    );
  return small.filter(isPointer).map(({ path }) => path);
}
