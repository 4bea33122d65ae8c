import { isOwnComment } from '../comment-marker.ts';
import type { GithubEvent } from '../github-event.ts';
import { askedBy } from './trigger-phrase.ts';

/** What an event asks of us. */
export type Summons =
  /** The comment holds the task; the inputs have none. */
  | { readonly kind: 'comment'; readonly task: string }
  | { readonly kind: 'inputs' }
  /** It does not concern us. */
  | { readonly kind: 'none'; readonly reason: string };

const COMMENT_EVENTS: readonly string[] = [
  'issue_comment',
  'pull_request_review',
  'pull_request_review_comment',
];

/**
 * Whether an event wants a run at all. A comment of ours never does, with a prompt or without: each
 * run edits its comment, and would start the next. Without a prompt a comment has to hold the phrase.
 * @param hasTask an input gives the task.
 */
export function summonsOf(event: GithubEvent, hasTask: boolean, phrase: string): Summons {
  const isOwn = event.comment !== undefined && isOwnComment(event.body ?? '');
  if (isOwn) return { kind: 'none', reason: 'The comment is one of Unattended itself.' };
  if (hasTask || !COMMENT_EVENTS.includes(event.name)) return { kind: 'inputs' };
  if (event.action === 'deleted' || event.action === 'dismissed') {
    return { kind: 'none', reason: `The comment was ${event.action}.` };
  }
  const task = askedBy(event.body ?? '', phrase);
  if (task === undefined) {
    return { kind: 'none', reason: `The comment does not hold the trigger phrase “${phrase}”.` };
  }
  if (task === '') {
    return {
      kind: 'none',
      reason: `The comment holds the trigger phrase “${phrase}” and no task: write behind it what to do.`,
    };
  }
  return { kind: 'comment', task };
}
