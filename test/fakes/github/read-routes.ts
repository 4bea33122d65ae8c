import type { GithubWorld } from './world.ts';

/** What a read gives: one thing, a list that comes in pages (of some under a key), or the address of a log. */
export type ReadAnswer =
  | { readonly one: unknown }
  | { readonly list: readonly unknown[]; readonly key?: string }
  | { readonly log: number };

const REPOSITORY = '/repos/[^/]+/[^/]+';

type Route = readonly [
  pattern: string,
  answer: (world: GithubWorld, key: string) => ReadAnswer | undefined,
];

/** GitHub's addresses; `undefined` is a 404. What exists and has nothing in it is an empty list. */
const ROUTES: readonly Route[] = [
  ['/users/([^/]+)', (world, login) => one(userOf(world, login))],
  [
    `${REPOSITORY}/collaborators/([^/]+)/permission`,
    (world, login) => {
      const user = userOf(world, login);
      return user && { one: { permission: world.users?.[user.login]?.permission ?? 'none', user } };
    },
  ],
  [`${REPOSITORY}/issues/(\\d+)`, (world, number) => one(world.issues?.[Number(number)])],
  [`${REPOSITORY}/pulls/(\\d+)`, (world, number) => one(world.pulls?.[Number(number)])],
  [
    `${REPOSITORY}/pulls/(\\d+)/reviews`,
    (world, number) => ({ list: world.reviews?.[Number(number)] ?? [] }),
  ],
  [
    `${REPOSITORY}/pulls/(\\d+)/comments`,
    (world, number) => ({ list: world.remarks?.[Number(number)] ?? [] }),
  ],
  [
    `${REPOSITORY}/commits/([0-9a-f]{40})/check-runs`,
    (world, sha) => ({ list: world.checks?.[sha] ?? [], key: 'check_runs' }),
  ],
  [
    `${REPOSITORY}/check-runs/(\\d+)/annotations`,
    (world, id) => ({ list: world.annotations?.[Number(id)] ?? [] }),
  ],
  [
    `${REPOSITORY}/actions/runs/(\\d+)/jobs`,
    (world, id) => {
      const jobs = world.jobs?.[Number(id)];
      return jobs && { list: jobs, key: 'jobs' };
    },
  ],
  [
    `${REPOSITORY}/actions/jobs/(\\d+)/logs`,
    (world, id) => (world.logs?.[Number(id)] === undefined ? undefined : { log: Number(id) }),
  ],
  [`${REPOSITORY}/activity`, ({ activity = [] }) => ({ list: activity })],
  [
    `${REPOSITORY}/compare/([^/]+)`,
    ({ mergeBase, comparison }) =>
      mergeBase === undefined && comparison === undefined
        ? undefined
        : {
            one: {
              status: comparison,
              ...(mergeBase && { merge_base_commit: { sha: mergeBase } }),
            },
          },
  ],
];

/** `unknown`: no such address; `undefined`: the address is one, and nothing is there. */
export function answerRead(
  world: GithubWorld,
  pathname: string,
): ReadAnswer | 'unknown' | undefined {
  for (const [pattern, answer] of ROUTES) {
    const found = new RegExp(`^${pattern}$`).exec(pathname);
    if (found) return answer(world, decodeURIComponent(found[1] ?? ''));
  }
  return 'unknown';
}

function userOf(world: GithubWorld, login: string) {
  const known = Object.keys(world.users ?? {}).find(
    (name) => name.toLowerCase() === login.toLowerCase(),
  );
  const user = known === undefined ? undefined : world.users?.[known];
  return user && known !== undefined
    ? { login: known, id: user.id, type: user.type ?? 'User' }
    : undefined;
}

function one(value: unknown): ReadAnswer | undefined {
  return value === undefined ? undefined : { one: value };
}
