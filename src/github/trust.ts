import { listOf } from '../base/text.ts';
import type { Account, Person } from './account.ts';
import type { Accounts } from './gate/accounts.ts';
import { isInsider } from './gate/gate.ts';
import type { GithubEvent } from './github-event.ts';

export type Trust = 'trusted' | 'untrusted';

/** Events that nobody but someone with write access can cause, or that carry no text of others. */
const INSIDE_EVENTS: readonly string[] = [
  'push',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'merge_group',
  'manual',
];

/**
 * Why the content that a run works on is not known to be by people with write access; none: it is.
 * Anything not known is not: a fork, a deleted account, a bot, an association that is missing or new.
 */
export async function doubtsAbout(
  event: GithubEvent,
  accounts: Accounts | undefined,
): Promise<readonly string[]> {
  const { pullRequest, workflowRun } = event;
  if (INSIDE_EVENTS.includes(event.name)) return [];
  if (event.name === 'workflow_run') {
    if (workflowRun?.fork !== false) return ['the workflow ran on commits of a fork'];
    return doubtPeople(workflowRun.actors, accounts);
  }
  if (pullRequest?.fork === true) return ['the pull request comes from a fork'];
  if (pullRequest !== undefined && pullRequest.fork !== false) {
    return ['it is not known whether the pull request comes from a fork'];
  }
  return doubtPeople([event.author, event.subject.author], accounts);
}

async function doubtPeople(
  people: readonly (Account | undefined)[],
  accounts: Accounts | undefined,
): Promise<readonly string[]> {
  const trusts = await Promise.all(people.map((person) => trustOfPerson(person, accounts)));
  const strangers = people.flatMap((person, index) =>
    trusts[index] === 'trusted' ? [] : [person?.login ?? 'a deleted account'],
  );
  if (strangers.length === 0) return [];
  return [`it is not known that ${listOf([...new Set(strangers)])} can write to the repository`];
}

/** Whether a text by them can be trusted: by what GitHub says now; where it can't be asked, by what the event said. */
export async function trustOfPerson(
  person: Account | Person | undefined,
  accounts: Accounts | undefined,
): Promise<Trust> {
  if (person === undefined || person.isBot) return 'untrusted';
  const standing = await accounts?.standing(person.login);
  if (standing === 'writes') return 'trusted';
  if (standing === 'reads' || standing === 'unanswered') return 'untrusted';
  return 'association' in person && isInsider(person.association) ? 'trusted' : 'untrusted';
}
