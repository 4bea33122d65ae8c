import { messageOf } from '../base/errors.ts';
import { commentApi } from '../github/comment-api.ts';
import { StickyComment } from '../github/sticky-comment.ts';
import { commentBody } from '../report/comment.ts';
import type { CommentTarget } from './comment-place.ts';
import type { Door } from './door.ts';
import { reportOptions } from './report-options.ts';
import type { Reports } from './reports.ts';
import { runnerFiles } from './runner-files.ts';

interface Parts {
  readonly door: Door;
  readonly reports: Reports;
}

/** The comment of this run, begun with what is known by now. */
export function openComment(target: CommentTarget, parts: Parts): StickyComment {
  const { reports } = parts;
  return new StickyComment(
    {
      api: commentApi(target.place),
      marker: target.marker,
      fresh: target.fresh,
      onFailure: (text) => reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text }),
      onPlaced: (id) => void saveState(parts, { comment_id: String(id) }),
      now: Date.now,
    },
    bodyNow(target, parts),
  );
}

export function bodyNow({ marker }: CommentTarget, { door, reports }: Parts): string {
  return commentBody(reports.state, { ...reportOptions(door), marker });
}

/** What `post` needs to finish a run that was killed. */
export async function saveState(
  { door, reports }: Parts,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  if (door.kind !== 'action') return;
  try {
    (await runnerFiles(door.variables)).saveState(values);
  } catch (error) {
    const text = `The post step could not be told about the run: ${messageOf(error)}`;
    reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text });
  }
}
