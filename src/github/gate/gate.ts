import type { Account, Person } from '../account.ts';
import type { GithubEvent } from '../github-event.ts';
import type { Accounts } from './accounts.ts';
import { botRefusal } from './bots.ts';

/** Who may start a run beside people with write access. */
export interface GateRules {
  /** Logins, or `*` for any person. */
  readonly actors: readonly string[];
  /** Ids or logins of bots. */
  readonly bots: readonly string[];
}

export interface GateQuestion {
  readonly event: GithubEvent;
  /** Login of whoever started this attempt (`GITHUB_TRIGGERING_ACTOR`): another one when it is run again. */
  readonly triggeringActor: string | undefined;
  /** The comment is the task, so its author commands. */
  readonly taskFromComment: boolean;
  readonly rules: GateRules;
  /** `undefined`: there is no token to ask with. */
  readonly accounts: Accounts | undefined;
}

/** Only people with write access cause these, and `workflow_run` is started by the maintainers' own workflows. */
const OPEN_EVENTS: readonly string[] = [
  'push',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'merge_group',
  'workflow_run',
  'manual',
];

/** Whether a run needs to ask who started it. */
export function isGated({ name, pullRequest }: GithubEvent): boolean {
  // On pull_request the workflow itself comes with the pull request, and GitHub gives one from a fork
  // neither secrets nor rights: a gate that it could rewrite guards nothing.
  if (name === 'pull_request' && pullRequest?.fork !== false) return false;
  return !OPEN_EVENTS.includes(name);
}

/**
 * Whether everybody behind an event may start a run: who caused it, who started this attempt, and whose
 * words are the task. Fails closed.
 * @returns why not, as a sentence; `undefined`: they may.
 */
export async function refusalOf(question: GateQuestion): Promise<string | undefined> {
  const { event } = question;
  if (!isGated(event)) return undefined;
  const starters = startersOf(question);
  if (starters.length === 0 && event.name !== 'pull_request') {
    return 'Nobody is named who started it: the account is deleted, or the event does not say.';
  }
  const refusals = await Promise.all(starters.map((starter) => refuse(starter, question)));
  return refusals.find((refusal) => refusal !== undefined);
}

interface Starter {
  readonly account: Partial<Account> & { readonly login: string };
  readonly association: string | undefined;
  readonly did: string;
}

function startersOf({ event, triggeringActor, taskFromComment }: GateQuestion): Starter[] {
  const { sender, author } = event;
  const starters: Starter[] = [];
  const add = (account: Starter['account'] | undefined, did: string) => {
    if (!account || starters.some((known) => isSame(known.account, account))) return;
    const association = author && isSame(author, account) ? author.association : undefined;
    starters.push({ account, association, did });
  };
  add(sender, 'caused the event');
  if (taskFromComment) add(author ?? { login: 'ghost' }, 'wrote the comment');
  add(triggeringActor === undefined ? undefined : { login: triggeringActor }, 'started this run');
  return starters;
}

const isSame = (one: { readonly login: string }, other: { readonly login: string }) =>
  one.login.toLowerCase() === other.login.toLowerCase();

async function refuse(
  { account, association, did }: Starter,
  { event, rules, accounts }: GateQuestion,
): Promise<string | undefined> {
  const { login } = account;
  const [now, standing] = await Promise.all([accounts?.find(login), accounts?.standing(login)]);
  const known = { ...account, ...now };
  if (known.isBot === true) return botRefusal(known, did, rules.bots, accounts);
  const allowed = rules.actors.some((name) => name === '*' || isSame({ login: name }, account));
  // “*” is for people: whom GitHub, once asked, can't tell to be one is none, whatever the event says.
  const isNamed = rules.actors.some((name) => isSame({ login: name }, account));
  const isPerson = accounts === undefined ? account.isBot === false : now?.isBot === false;
  if (isNamed || (allowed && isPerson)) return undefined;
  const who = `${login}, who ${did},`;
  if (standing === 'writes') return known.isBot === undefined ? untold(who) : undefined;
  if (standing === 'reads') {
    return `${who} has no write access to the repository. To let them start runs, name them in allowed_actors.`;
  }
  if (event.name === 'pull_request') return undefined;
  if (standing === 'unknown' || standing === 'unanswered') {
    return `GitHub does not say that ${who} has write access to the repository.`;
  }
  return isInsider(association) ? undefined : unasked(who, accounts !== undefined);
}

/** Bots can have write access, and need to be named all the same. */
function untold(who: string): string {
  return `GitHub does not say whether ${who} is a person or a bot.`;
}

function unasked(who: string, hasToken: boolean): string {
  const remedy = hasToken
    ? 'the token may not ask GitHub for their permission'
    : 'without a github_token GitHub can’t be asked for their permission';
  return `${who} is neither owner, member nor collaborator as far as the event tells, and ${remedy}.`;
}

/** GitHub's associations of people who can write to the repository, or belong to who owns it. */
export function isInsider(association: Person['association']): boolean {
  return ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(association ?? '');
}
