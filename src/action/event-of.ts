import { readFile } from 'node:fs/promises';
import { ConfigError, messageOf } from '../base/errors.ts';
import { type GithubEvent, MANUAL, readEvent } from '../github/github-event.ts';
import type { Door } from './door.ts';

/**
 * What started the run.
 * @throws ConfigError for a payload that can't be read, or an event that a run can't be about.
 */
export async function eventOf(door: Door): Promise<GithubEvent> {
  if (door.eventPath === undefined) {
    return door.eventName === undefined ? MANUAL : readEvent(door.eventName, {});
  }
  let payload: unknown;
  try {
    payload = JSON.parse(await readFile(door.eventPath, 'utf8'));
  } catch (error) {
    throw new ConfigError(
      `The event payload ${door.eventPath} can't be read: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
  return readEvent(door.eventName, payload);
}
