import type { Git } from '../git.ts';
import { accessTo, addressOf, type RemotePlace } from '../git-access.ts';

/** The repository on GitHub, as git reaches it. */
export interface GitRemote {
  /** Has a commit in the store, fetched alone if need be. */
  readonly present: (commit: string) => Promise<void>;
  /** Puts a branch on a commit that stands on its head; anything else is refused, never forced. */
  readonly push: (commit: string, branch: string) => Promise<void>;
}

/** A push of many megabytes takes its time. */
const NETWORK_MS = 300_000;

export function gitRemote(git: Git, place: RemotePlace): GitRemote {
  const url = addressOf(place);
  const options = { env: accessTo(place), timeout: NETWORK_MS };
  const has = (commit: string) => git(['cat-file', '-e', `${commit}^{tree}`]);
  return {
    present: async (commit) => {
      try {
        await has(commit);
      } catch {
        const quietly = [
          '--quiet',
          '--no-tags',
          '--no-write-fetch-head',
          '--no-recurse-submodules',
        ];
        await git(['fetch', ...quietly, '--depth=1', url, commit], options);
        await has(commit);
      }
    },
    push: async (commit, branch) => {
      await git(['push', '--quiet', '--no-verify', url, `${commit}:refs/heads/${branch}`], options);
    },
  };
}
