import { ConfigError } from '../base/errors.ts';
import { type Account, accountAt, authorOf, type Person } from './account.ts';
import { eventName } from './event-name.ts';
import { isObject, type Json, numberAt, objectAt, textAt } from './json.ts';
import { type PullRequest, readPullRequest } from './pull-request.ts';
import { readWorkflowRun, type WorkflowRun } from './workflow-run.ts';

/** What a run is about, read from the event that started it. Text fields are by strangers: data. */
export interface GithubEvent {
  /** `pull_request`, `issue_comment`, `push` …; `manual` when there is none. */
  readonly name: string;
  readonly action: string | undefined;
  /** `owner/name`. */
  readonly repository: string | undefined;
  /** Number of the pull request or issue it is about. */
  readonly number: number | undefined;
  readonly pullRequest: PullRequest | undefined;
  readonly title: string | undefined;
  /** The comment or review that started the run, else the text of the pull request or issue. */
  readonly body: string | undefined;
  /** Whose text `body` is; `undefined` for deleted accounts and events without text. */
  readonly author: Person | undefined;
  /** The pull request or issue itself: whose title it is, and what stands below. */
  readonly subject: { readonly author: Person | undefined; readonly body: string | undefined };
  /** Set where a comment or a review started the run. */
  readonly comment: { readonly id: number | undefined } | undefined;
  /** The account that caused the event. */
  readonly sender: Account | undefined;
  /** When the text that started the run was written, ISO 8601: what others changed later does not count. */
  readonly at: string | undefined;
  readonly workflowRun: WorkflowRun | undefined;
}

/**
 * Reads an event payload. Null-safe throughout: GitHub sends `null` for deleted accounts and
 * repositories.
 * @param name from the environment; `undefined`: told from the payload's shape.
 * @throws ConfigError for what is no event, or one that a run can't be about.
 */
export function readEvent(name: string | undefined, payload: unknown): GithubEvent {
  if (!isObject(payload)) throw new ConfigError('The event payload is not a JSON object.');
  const known = eventName(name, payload);
  const subject = objectAt(payload, 'pull_request') ?? objectAt(payload, 'issue');
  const comment = objectAt(payload, 'comment') ?? objectAt(payload, 'review');
  const source = comment ?? subject;
  const workflowRun = readWorkflowRun(payload);
  return {
    name: known,
    action: textAt(payload, 'action'),
    repository: textAt(objectAt(payload, 'repository'), 'full_name'),
    number: numberAt(subject, 'number'),
    pullRequest: pullRequestOf(payload),
    title: textAt(subject, 'title'),
    body: textAt(source, 'body'),
    author: authorOf(source),
    subject: { author: authorOf(subject), body: textAt(subject, 'body') },
    comment: comment && { id: numberAt(comment, 'id') },
    sender: accountAt(payload, 'sender'),
    at: timeOf(source ?? objectAt(payload, 'workflow_run'), textAt(payload, 'action')),
    workflowRun,
  };
}

/** The event of a run without one: the command line in a checkout. */
export const MANUAL: GithubEvent = readEvent('manual', {});

function pullRequestOf(payload: Json): PullRequest | undefined {
  const pull = objectAt(payload, 'pull_request');
  if (pull) return readPullRequest(pull);
  const issue = objectAt(payload, 'issue');
  const number = numberAt(issue, 'number');
  if (number === undefined || objectAt(issue, 'pull_request') === undefined) return undefined;
  return { number, base: undefined, head: undefined, fork: undefined };
}

/** A comment that was changed to start the run counts from the change on. */
function timeOf(source: Json | undefined, action: string | undefined): string | undefined {
  const written = textAt(source, 'submitted_at') ?? textAt(source, 'created_at');
  const changed = textAt(source, 'updated_at');
  const isNew = action === 'created' || action === 'submitted';
  const time = isNew ? (written ?? changed) : (changed ?? written);
  return time !== undefined && !Number.isNaN(Date.parse(time)) ? time : undefined;
}
