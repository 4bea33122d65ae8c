import type { Git } from '../git.ts';
import { blobSizes } from './read-blobs.ts';
import { ABSENT, EXECUTABLE, LINK, PLAIN, type TreeChange } from './tree-changes.ts';

/** Requests are sent whole, and GitHub takes tens of megabytes; base64 makes four bytes of three. */
const MAX_BYTES = 8 * 1024 * 1024;

const KINDS = [
  [LINK, 'a symbolic link'],
  [EXECUTABLE, 'an executable file'],
] as const;

/** Why createCommitOnBranch can't make this commit, as the end of a sentence; `undefined`: it can. */
export async function whyNotByApi(
  git: Git,
  changes: readonly TreeChange[],
): Promise<string | undefined> {
  const odd = changes.find(({ oldMode, newMode }) => {
    if (newMode === ABSENT) return false;
    return newMode !== PLAIN || (oldMode !== PLAIN && oldMode !== ABSENT);
  });
  if (odd) {
    const modes = [odd.oldMode, odd.newMode];
    const [, what = 'no plain file'] = KINDS.find(([mode]) => modes.includes(mode)) ?? [];
    return `“${odd.path}” is or was ${what}, and GitHub’s API for commits knows plain files only`;
  }
  const sizes = await blobSizes(
    git,
    changes.filter(({ newMode }) => newMode !== ABSENT).map(({ newId }) => newId),
  );
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return bytes > MAX_BYTES
    ? `the changed files have ${Math.ceil(bytes / 1024 / 1024)} MB, more than GitHub’s API for commits takes`
    : undefined;
}
