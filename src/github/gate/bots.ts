import type { Account } from '../account.ts';
import type { Accounts } from './accounts.ts';

/**
 * Whether a bot may start a run: by its id, never by what its name looks like. An entry that is a login
 * counts for the bot that has it now, as GitHub says.
 * @returns why not; `undefined`: it may.
 */
export async function botRefusal(
  bot: Partial<Account> & { readonly login: string },
  did: string,
  allowed: readonly string[],
  accounts: Accounts | undefined,
): Promise<string | undefined> {
  const ids = await Promise.all(allowed.map((entry) => idOf(entry, accounts)));
  if (bot.id !== undefined && ids.includes(bot.id)) return undefined;
  const id = bot.id === undefined ? 'its id' : `its id ${bot.id}`;
  const unresolved = accounts === undefined && allowed.some((entry) => !/^\d+$/.test(entry));
  const hint = unresolved ? ' Without a github_token only ids count there.' : '';
  return `${bot.login}, which ${did}, is a bot that is not allowed to start runs. To allow it, put ${id} into allowed_bots.${hint}`;
}

async function idOf(entry: string, accounts: Accounts | undefined): Promise<number | undefined> {
  if (/^\d+$/.test(entry)) return Number(entry);
  // Only bots have brackets in their login; `renovate` alone may be anybody's.
  const found = await accounts?.find(entry.endsWith('[bot]') ? entry : `${entry}[bot]`);
  return found?.isBot === true ? found.id : undefined;
}
