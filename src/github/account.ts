import { type Json, numberAt, objectAt, textAt } from './json.ts';

export interface Account {
  readonly login: string;
  /** Stays the same when an account is renamed. */
  readonly id: number | undefined;
  readonly isBot: boolean;
}

/** Whoever wrote a text. */
export interface Person extends Account {
  /** GitHub's word for what they are to the repository: `OWNER`, `MEMBER`, `CONTRIBUTOR`, `NONE` … */
  readonly association: string | undefined;
}

/** The account under `key`; `undefined` for a deleted one. */
export function accountAt(of: Json | undefined, key: string): Account | undefined {
  const account = objectAt(of, key);
  const login = textAt(account, 'login');
  if (login === undefined) return undefined;
  return { login, id: numberAt(account, 'id'), isBot: textAt(account, 'type') === 'Bot' };
}

/** Who wrote an issue, a pull request, a comment or a review. */
export function authorOf(source: Json | undefined): Person | undefined {
  const account = accountAt(source, 'user');
  return account && { ...account, association: textAt(source, 'author_association') };
}
