import { messageOf } from '../../base/errors.ts';
import type { Account } from '../account.ts';
import type { GithubClient } from '../client/github-client.ts';
import { isForbidden, isNotFound } from '../client/github-error.ts';
import { isObject, numberAt, textAt } from '../json.ts';

/**
 * What GitHub says when asked; `unknown`: there is no such account; `unanswered`: it may say another time;
 * `silent`: the token may not ask.
 */
type Standing = 'writes' | 'reads' | 'unknown' | 'unanswered' | 'silent';

/** Asks GitHub about accounts, each question once. Never rejects. */
export interface Accounts {
  /** What an account is now; `undefined`: GitHub knows none, or doesn't say. */
  find(login: string): Promise<Account | undefined>;
  /** What it may do in the repository. */
  standing(login: string): Promise<Standing>;
}

export function accountsOf(client: GithubClient, repository: string): Accounts {
  const found = new Map<string, Promise<Account | undefined>>();
  const standings = new Map<string, Promise<Standing>>();
  return {
    find: (login) => keep(found, login, () => find(client, login)),
    standing: (login) => keep(standings, login, () => standing(client, repository, login)),
  };
}

async function find(client: GithubClient, login: string): Promise<Account | undefined> {
  const user = await client.json(`/users/${encodeURIComponent(login)}`).catch(() => undefined);
  if (!isObject(user)) return undefined;
  const known = textAt(user, 'login');
  if (known === undefined) return undefined;
  return { login: known, id: numberAt(user, 'id'), isBot: textAt(user, 'type') === 'Bot' };
}

async function standing(
  client: GithubClient,
  repository: string,
  login: string,
): Promise<Standing> {
  try {
    const path = `/repos/${repository}/collaborators/${encodeURIComponent(login)}/permission`;
    const answer = await client.json(path);
    // “maintain” comes as write, “triage” as read.
    const permission = isObject(answer) ? textAt(answer, 'permission') : undefined;
    if (permission === undefined) return 'unanswered';
    return permission === 'admin' || permission === 'write' ? 'writes' : 'reads';
  } catch (error) {
    if (isNotFound(error)) return 'unknown';
    // Whoever uses up the token's requests must not get the weaker question by that.
    return isForbidden(error) && !/rate limit|abuse detection/i.test(messageOf(error))
      ? 'silent'
      : 'unanswered';
  }
}

function keep<Value>(
  known: Map<string, Promise<Value>>,
  login: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  const key = login.toLowerCase();
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  return answer;
}
