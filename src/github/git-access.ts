import type { Git } from './git.ts';

/** The repository on GitHub, and the token that opens it. */
export interface RemotePlace {
  /** Such as `https://github.com`. */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
}

export const addressOf = ({ serverUrl, repository }: RemotePlace): string =>
  `${serverUrl}/${repository}.git`;

/**
 * The token as a header, by variables: on the command line every process could read it, and in a file
 * it would stay. It goes to this repository alone, and nothing else logs in.
 */
export function accessTo(place: RemotePlace): Record<string, string> {
  const login = Buffer.from(`x-access-token:${place.token}`).toString('base64');
  const settings = {
    [`http.${addressOf(place)}.extraheader`]: `AUTHORIZATION: basic ${login}`,
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

/**
 * Git that fetches from `origin` with the job's token where the checkout's own access does not do: with
 * `persist-credentials: false`, as it should be, a private repository gives nothing without it.
 */
export function fetchingWith(git: Git, place: RemotePlace | undefined): Git {
  if (place === undefined) return git;
  return async (args, options) => {
    if (args[0] !== 'fetch') return git(args, options);
    try {
      return await git(args, options);
    } catch {
      // Not beside an access of the checkout's own: the server refuses two.
      const direct = args.map((word) => (word === 'origin' ? addressOf(place) : word));
      return git(direct, { ...options, env: { ...options?.env, ...accessTo(place) } });
    }
  };
}
