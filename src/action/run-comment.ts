import { commentApi } from '../github/comment-api.ts';
import { StickyComment } from '../github/sticky-comment.ts';
import { commentBody } from '../report/comment.ts';
import type { CommentTarget } from './comment-place.ts';
import type { Door } from './door.ts';
import { reportOptions } from './report-options.ts';
import type { Reports } from './reports.ts';
import { saveState } from './save-state.ts';

interface Parts {
  readonly door: Door;
  readonly reports: Reports;
}

/** The comment of a run: shows the state of its reports. */
export interface RunComment {
  /** Shows the state soon. */
  update(): void;
  /** Shows the state now, and gives the comment's address; `undefined` when it could not be written. */
  finish(notes?: readonly string[]): Promise<string | undefined>;
}

/** The comment of this run, begun with what is known by now. */
export function openComment(target: CommentTarget, parts: Parts): RunComment {
  const { door, reports } = parts;
  const { marker } = target;
  const body = (notes: readonly string[] = []) =>
    commentBody(reports.state, {
      ...reportOptions(door),
      marker,
      notes,
      redact: reports.redactShown,
    });
  const comment = new StickyComment(
    {
      api: commentApi(target.place),
      marker,
      fresh: target.fresh,
      onFailure: (text) => reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text }),
      onPlaced: (id) => void saveState(parts, { comment_id: String(id) }),
      now: Date.now,
    },
    body(),
  );
  return {
    update: () => comment.update(body()),
    finish: async (notes) => {
      await comment.finish(body(notes));
      return comment.url;
    },
  };
}
