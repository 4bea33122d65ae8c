import type { CommentPlace } from '../github/comment-api.ts';
import { commentMarker } from '../github/comment-marker.ts';
import type { GithubEvent } from '../github/github-event.ts';
import { createHttpFetch } from '../model/http-fetch.ts';
import { apiUrlOf } from './api-url.ts';
import type { Door } from './door.ts';
import type { Inputs } from './inputs.ts';

/** Where a run's comment goes, and how it is found again. */
export interface CommentTarget {
  readonly place: CommentPlace;
  readonly marker: string;
  readonly fresh: boolean;
}

/**
 * The pull request or issue that an event is about; `undefined` when there is none, comments are off,
 * there is no token, or the run was started by hand.
 */
export function commentTarget(
  door: Door,
  inputs: Inputs,
  event: GithubEvent,
): CommentTarget | undefined {
  const { variables } = door;
  const repository = event.repository ?? variables['GITHUB_REPOSITORY'];
  const token = inputs.github_token;
  if (door.kind !== 'action' || inputs.comment === 'off') return undefined;
  if (event.number === undefined || !repository || !token) return undefined;
  return {
    place: {
      repository,
      issue: event.number,
      token,
      apiUrl: apiUrlOf(variables),
      fetch: createHttpFetch({ environment: variables, stallMs: 20_000 }),
    },
    get marker() {
      return markerOf(variables, inputs);
    },
    fresh: inputs.comment === 'new',
  };
}

export function markerOf(variables: Readonly<Record<string, string>>, inputs: Inputs): string {
  return commentMarker({
    workflow: variables['GITHUB_WORKFLOW'] ?? '',
    job: variables['GITHUB_JOB'] ?? '',
    key: inputs.comment_key ?? '',
  });
}
