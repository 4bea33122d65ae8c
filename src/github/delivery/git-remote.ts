import type { Git } from '../git.ts';

/** The repository on GitHub, as git reaches it. */
export interface GitRemote {
  /** Has a commit in the store, fetched alone if need be. */
  readonly present: (commit: string) => Promise<void>;
  /** Puts a branch on a commit that stands on its head; anything else is refused, never forced. */
  readonly push: (commit: string, branch: string) => Promise<void>;
}

export interface RemotePlace {
  /** Such as `https://github.com`. */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
}

/** A push of many megabytes takes its time. */
const NETWORK_MS = 300_000;

export function gitRemote(git: Git, place: RemotePlace): GitRemote {
  const url = `${place.serverUrl}/${place.repository}.git`;
  const options = { env: accessTo(url, place.token), timeout: NETWORK_MS };
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

/**
 * The token as a header, by variables: on the command line every process could read it, and in a file
 * it would stay. It goes to this repository alone, and nothing else logs in.
 */
function accessTo(url: string, token: string): Record<string, string> {
  const login = Buffer.from(`x-access-token:${token}`).toString('base64');
  const settings = {
    [`http.${url}.extraheader`]: `AUTHORIZATION: basic ${login}`,
    'http.followRedirects': 'false',
    'credential.helper': '',
    'push.recurseSubmodules': 'no',
  };
  const variables = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    GIT_ALLOW_PROTOCOL: 'http:https',
    GIT_CONFIG_COUNT: String(Object.keys(settings).length),
    ...Object.fromEntries(variables),
  };
}
