import { type Git, GitError } from './git.ts';
import type { RefUpdate } from './ref-update.ts';
import { addressOf, type RemotePlace } from './remote-place.ts';

/** How git reaches the repository during one operation: where it is, and with which variables. */
interface Access {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A push of many megabytes takes its time. */
export const NETWORK_MS = 300_000;

/**
 * Lets git fetch, or make one update, with the token, which it never gets: git goes through a server
 * in this process that adds it and is open for so long.
 */
export async function withAccess<T>(
  place: RemotePlace,
  use: 'fetch' | RefUpdate,
  operation: (access: Access) => Promise<T>,
): Promise<T> {
  const { openGitGateway } = await import('./git-gateway.ts');
  const { url, close } = await openGitGateway(place, use);
  try {
    return await operation({ url, env: variablesFor(url) });
  } catch (error) {
    throw namingRemote(error, url, addressOf(place));
  } finally {
    await close();
  }
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
      return withAccess(place, 'fetch', ({ url, env }) => {
        const direct = args.map((word) => (word === 'origin' ? url : word));
        return git(direct, { ...options, env: { ...options?.env, ...env } });
      });
    }
  };
}

/** No proxy stands between git and this process, and nothing logs in there. */
function variablesFor(url: string): Record<string, string> {
  const settings = {
    'http.proxy': '',
    [`http.${url}.proxy`]: '',
    'http.followRedirects': 'false',
    'credential.helper': '',
    'push.recurseSubmodules': 'no',
  };
  const variables = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    GIT_ALLOW_PROTOCOL: 'http',
    GIT_CONFIG_COUNT: String(Object.keys(settings).length),
    ...Object.fromEntries(variables),
  };
}

/** Git's words with the repository's own address in them: ours says nothing to anybody. */
function namingRemote(error: unknown, url: string, address: string): unknown {
  if (!(error instanceof GitError)) return error;
  const named = (text: string) =>
    text.replaceAll(url, address).replaceAll(new URL(url).origin, new URL(address).origin);
  const { stderr } = error.cause as { readonly stderr?: unknown };
  const cause = Object.assign(new Error(named(String(error.cause))), {
    stderr: named(String(stderr ?? '')),
  });
  return new GitError(named(error.message), { cause });
}
