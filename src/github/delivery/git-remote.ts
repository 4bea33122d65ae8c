import type { Git } from '../git.ts';
import { NETWORK_MS, withAccess } from '../git-access.ts';
import type { RemotePlace } from '../remote-place.ts';

/** The repository on GitHub, as git reaches it. */
export interface GitRemote {
  /** Has a commit in the store, fetched alone if need be. */
  readonly present: (commit: string) => Promise<void>;
  /** Puts a branch on a commit that stands on its head; anything else is refused, never forced. */
  readonly push: (pushed: Pushed) => Promise<void>;
}

export interface Pushed {
  readonly commit: string;
  readonly branch: string;
  /** Where the branch stands until then. */
  readonly onto: string;
}

export function gitRemote(git: Git, place: RemotePlace): GitRemote {
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
        await withAccess(place, 'fetch', ({ url, env }) =>
          git(['fetch', ...quietly, '--depth=1', url, commit], { env, timeout: NETWORK_MS }),
        );
        await has(commit);
      }
    },
    push: async ({ commit, branch, onto }) => {
      const ref = `refs/heads/${branch}`;
      await withAccess(place, { ref, from: onto, to: commit }, ({ url, env }) =>
        git(['push', '--quiet', '--no-verify', url, `${commit}:${ref}`], {
          env,
          timeout: NETWORK_MS,
        }),
      );
    },
  };
}
