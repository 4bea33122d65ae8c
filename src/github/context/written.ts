import type { Person } from '../account.ts';
import { authorOf } from '../account.ts';
import { type Json, numberAt, textAt } from '../json.ts';

/** Something that somebody wrote about a pull request or issue. */
export interface Written {
  readonly kind: 'comment' | 'review' | 'remark';
  readonly id: number | undefined;
  /** `undefined` for a deleted account. */
  readonly author: Person | undefined;
  /** ISO 8601. */
  readonly at: string;
  /** When it was changed last, as far as GitHub says. */
  readonly changedAt: string;
  readonly body: string;
  /** Of a review: `APPROVED` … */
  readonly state: string | undefined;
  /** Of a remark on a line. */
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly hunk: string | undefined;
}

/** `undefined`: it has no words of its own. */
export function readWritten(kind: Written['kind'], from: Json): Written | undefined {
  const body = textAt(from, 'body') ?? '';
  const state = kind === 'review' ? textAt(from, 'state') : undefined;
  // Each remark brings an empty review with it; one that is still being written is nobody's business.
  if (state === 'PENDING' || (body === '' && (state === undefined || state === 'COMMENTED')))
    return undefined;
  const at = textAt(from, 'created_at') ?? textAt(from, 'submitted_at') ?? '';
  return {
    kind,
    id: numberAt(from, 'id'),
    author: authorOf(from),
    at,
    changedAt: textAt(from, 'updated_at') ?? at,
    body,
    state,
    path: textAt(from, 'path'),
    line: numberAt(from, 'line') ?? numberAt(from, 'original_line'),
    hunk: textAt(from, 'diff_hunk'),
  };
}
