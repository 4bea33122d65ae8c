import { type Json, numberAt, objectAt, shaAt, textAt } from './json.ts';

export interface PullRequest {
  readonly number: number;
  /** `undefined` on events that don't say (a comment on a pull request). */
  readonly base: CommitRef | undefined;
  readonly head: CommitRef | undefined;
  /** The head is in another repository, or its repository is gone. `undefined`: the event doesn't say. */
  readonly fork: boolean | undefined;
  /** The head's repository, and when anything was pushed to it last; absent: the event doesn't say, or it is gone. */
  readonly source?: { readonly repository: string; readonly pushedAt: string | undefined };
}

interface CommitRef {
  readonly ref: string;
  readonly sha: string;
}

/** A pull request as payloads and the API show it. */
export function readPullRequest(pull: Json): PullRequest | undefined {
  const number = numberAt(pull, 'number');
  if (number === undefined) return undefined;
  const repository = objectAt(objectAt(pull, 'head'), 'repo');
  const name = textAt(repository, 'full_name');
  return {
    number,
    base: refOf(pull, 'base'),
    head: refOf(pull, 'head'),
    fork: isFork(pull),
    ...(name !== undefined && {
      source: { repository: name, pushedAt: textAt(repository, 'pushed_at') },
    }),
  };
}

function isFork(pull: Json): boolean {
  const repository = (side: string) => textAt(objectAt(objectAt(pull, side), 'repo'), 'full_name');
  const head = repository('head');
  // A deleted head repository can only have been a fork.
  return head === undefined || head !== repository('base');
}

function refOf(pull: Json, side: 'base' | 'head'): CommitRef | undefined {
  const ref = textAt(objectAt(pull, side), 'ref');
  const sha = shaAt(objectAt(pull, side), 'sha');
  return ref !== undefined && sha !== undefined ? { ref, sha } : undefined;
}
