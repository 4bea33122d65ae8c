import { ConfigError } from '../base/errors.ts';
import type { Json } from './json.ts';

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

/**
 * The event's name, told from the payload's shape where nothing else tells it.
 * @throws ConfigError for one that a run can't be about.
 */
export function eventName(given: string | undefined, payload: Json): string {
  const name = given ?? SHAPES.find(([, ...keys]) => keys.every((key) => key in payload))?.[0];
  if (name !== undefined && KNOWN_EVENTS.includes(name)) return name;
  throw new ConfigError(
    `${name === undefined ? 'The event payload is of no event we know.' : `Unattended does not run on the event “${name}”.`} It runs on ${KNOWN_EVENTS.filter((event) => event !== 'manual').join(', ')}.`,
  );
}
