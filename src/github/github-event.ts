import { ConfigError } from '../base/errors.ts';

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
  readonly body: string | undefined;
  /** Whose text it is; `undefined` for deleted accounts and events without text. */
  readonly author: Person | undefined;
  /** The account that caused the event. */
  readonly sender: string | undefined;
}

interface PullRequest {
  readonly number: number;
  /** `undefined` on events that don't say (a comment on a pull request). */
  readonly base: { readonly ref: string; readonly sha: string } | undefined;
  readonly head: { readonly ref: string; readonly sha: string } | undefined;
  /** The head is in another repository, or its repository is gone. `undefined`: the event doesn't say. */
  readonly fork: boolean | undefined;
}

interface Person {
  readonly login: string;
  /** GitHub's word for what they are to the repository: `OWNER`, `MEMBER`, `CONTRIBUTOR`, `NONE` … */
  readonly association: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Events whose content we know how to read; any other is refused with this list. */
export const KNOWN_EVENTS: readonly string[] = [
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'issue_comment',
  'issues',
  'push',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'workflow_run',
  'merge_group',
  'manual',
];

/**
 * Reads an event payload. Null-safe throughout: GitHub sends `null` for deleted accounts and
 * repositories.
 * @param name from the environment; `undefined`: told from the payload's shape.
 * @throws ConfigError for what is no event, or one that a run can't be about.
 */
export function readEvent(name: string | undefined, payload: unknown): GithubEvent {
  if (!isObject(payload)) throw new ConfigError('The event payload is not a JSON object.');
  const known = name ?? nameFromShape(payload);
  if (known === undefined || !KNOWN_EVENTS.includes(known)) {
    throw new ConfigError(
      `${known === undefined ? 'The event payload is of no event we know.' : `Unattended does not run on the event “${known}”.`} It runs on ${KNOWN_EVENTS.filter((event) => event !== 'manual').join(', ')}.`,
    );
  }
  const subject = object(payload, 'pull_request') ?? object(payload, 'issue');
  const source = object(payload, 'comment') ?? object(payload, 'review') ?? subject;
  const number = numberOf(subject?.['number']);
  return {
    name: known,
    action: text(payload['action']),
    repository: text(object(payload, 'repository')?.['full_name']),
    number,
    pullRequest: pullRequestOf(payload, number),
    title: text(subject?.['title']),
    body: text(source?.['body']),
    author: personOf(source),
    sender: text(object(payload, 'sender')?.['login']),
  };
}

/** The event of a run without one: the command line in a checkout. */
export const MANUAL: GithubEvent = {
  name: 'manual',
  action: undefined,
  repository: undefined,
  number: undefined,
  pullRequest: undefined,
  title: undefined,
  body: undefined,
  author: undefined,
  sender: undefined,
};

function pullRequestOf(payload: Json, number: number | undefined): PullRequest | undefined {
  const pull = object(payload, 'pull_request');
  if (pull && number !== undefined) {
    return { number, base: refOf(pull, 'base'), head: refOf(pull, 'head'), fork: isFork(pull) };
  }
  const onPull = object(object(payload, 'issue') ?? {}, 'pull_request') !== undefined;
  if (onPull && number !== undefined) {
    return { number, base: undefined, head: undefined, fork: undefined };
  }
  return undefined;
}

function isFork(pull: Json): boolean {
  const head = text(object(object(pull, 'head') ?? {}, 'repo')?.['full_name']);
  const base = text(object(object(pull, 'base') ?? {}, 'repo')?.['full_name']);
  // A deleted head repository can only have been a fork.
  return head === undefined || head !== base;
}

function refOf(pull: Json, side: 'base' | 'head') {
  const ref = text(object(pull, side)?.['ref']);
  const sha = text(object(pull, side)?.['sha']);
  return ref !== undefined && sha !== undefined && /^[0-9a-f]{40,64}$/.test(sha)
    ? { ref, sha }
    : undefined;
}

function personOf(source: Json | undefined): Person | undefined {
  const login = text(object(source ?? {}, 'user')?.['login']);
  if (login === undefined) return undefined;
  return { login, association: text(source?.['author_association']) };
}

/** The keys that tell an event by its payload, the more particular ones first. */
const SHAPES: readonly (readonly [event: string, ...keys: string[]])[] = [
  ['pull_request_review', 'pull_request', 'review'],
  ['pull_request_review_comment', 'pull_request', 'comment'],
  ['pull_request', 'pull_request'],
  ['issue_comment', 'issue', 'comment'],
  ['issues', 'issue'],
  ['workflow_run', 'workflow_run'],
  ['merge_group', 'merge_group'],
  ['schedule', 'schedule'],
  ['repository_dispatch', 'client_payload'],
  ['push', 'before', 'after', 'ref'],
  ['workflow_dispatch', 'inputs', 'ref'],
];

function nameFromShape(payload: Json): string | undefined {
  return SHAPES.find(([, ...keys]) => keys.every((key) => key in payload))?.[0];
}

function object(of: Json, key: string): Json | undefined {
  const value = of[key];
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
