import type { GithubEvent } from './github-event.ts';

export type Trust = 'trusted' | 'untrusted';

/** GitHub's associations of people who can write to the repository, or belong to who owns it. */
const INSIDERS: readonly string[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];

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
 * Whether the content a run works on is by people with write access. Anything not known to be is
 * not: a fork, a deleted account, an association that is missing or new.
 */
export function trustOf(event: GithubEvent): Trust {
  if (INSIDE_EVENTS.includes(event.name)) return 'trusted';
  const { pullRequest, author } = event;
  if (pullRequest !== undefined && pullRequest.fork !== false) return 'untrusted';
  return INSIDERS.includes(author?.association ?? '') ? 'trusted' : 'untrusted';
}
