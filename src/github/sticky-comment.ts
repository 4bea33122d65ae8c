import { messageOf } from '../base/errors.ts';
import { statusOf } from './client/github-error.ts';
import type { CommentApi, IssueComment } from './comment-api.ts';

/** Between two edits, and edits in a run: GitHub's secondary limits punish more. */
const MIN_GAP_MS = 5_000;
const MAX_EDITS = 60;

/** How GitHub answers who may not. */
const REFUSED: readonly unknown[] = [401, 403, 404];
const HINT =
  '; to get the comment, give the job “permissions: pull-requests: write” (issues: write for issues).';

export interface StickyOptions {
  readonly api: CommentApi;
  /** The hidden line by which a later run finds the comment. */
  readonly marker: string;
  /** Always a new comment instead of the one of an earlier run. */
  readonly fresh: boolean;
  /** The comment that this run made earlier; `undefined`: it is looked for, or made. */
  readonly id?: number | undefined;
  /** Told the id as soon as there is a comment. Must not throw. */
  readonly onPlaced?: (id: number) => void;
  /** Told once when the comment fails: a warning, never the verdict. Must not throw. */
  readonly onFailure: (message: string) => void;
  readonly now: () => number;
}

/** The one comment of a run: made at the start, edited while it works, final at the end. Never throws. */
export class StickyComment {
  url: string | undefined;
  readonly #options: StickyOptions;
  #id: number | undefined;
  #edits = 0;
  #lastEdit = Number.NEGATIVE_INFINITY;
  #shown = '';
  /** The body that was last put in line. */
  #asked: string;
  #waiting: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failed = false;
  /** Requests go out one after another: an older body must never overtake a newer one. */
  #queue: Promise<void>;

  constructor(options: StickyOptions, firstBody: string) {
    this.#options = options;
    this.#id = options.id;
    this.#asked = firstBody;
    this.#queue = this.#guard(() => this.#put(firstBody));
  }

  /** Shows a body soon: at most every 5 s, the last one given wins. */
  update(body: string): void {
    this.#waiting = body;
    if (this.#timer !== undefined || this.#edits >= MAX_EDITS) return;
    const wait = Math.max(0, this.#lastEdit + MIN_GAP_MS - this.#options.now());
    this.#timer = setTimeout(() => this.#flush(), wait);
    this.#timer.unref();
  }

  /** Shows the last body, past every limit, and waits until it stands there. */
  async finish(body: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
    this.#enqueue(body);
    await this.#queue;
  }

  #flush(): void {
    this.#timer = undefined;
    const body = this.#waiting;
    this.#waiting = undefined;
    if (body !== undefined) this.#enqueue(body);
  }

  /** What was tried just before, with the client's own patience, is not tried again. */
  #enqueue(body: string): void {
    if (body === this.#asked) return;
    this.#asked = body;
    this.#queue = this.#queue.then(() => this.#guard(() => this.#put(body)));
  }

  async #put(body: string): Promise<void> {
    if (body === this.#shown) return;
    const { api, fresh, marker } = this.#options;
    this.#edits += 1;
    this.#lastEdit = this.#options.now();
    // Also after a failed start: what stands there by then is found, not doubled.
    if (this.#id === undefined && !fresh) this.#id = (await findOwn(api, marker))?.id;
    const edited = this.#id === undefined ? undefined : await api.update(this.#id, body);
    // Gone, perhaps deleted by somebody while we worked: make it anew.
    this.#adopt(edited ?? (await api.create(body)), body);
  }

  #adopt(comment: IssueComment, body: string): void {
    if (this.url === undefined) this.#options.onPlaced?.(comment.id);
    this.#id = comment.id;
    this.url = comment.url;
    this.#shown = body;
    this.#lastEdit = this.#options.now();
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#failed) return;
      this.#failed = true;
      this.#options.onFailure(
        `The comment could not be written (${messageOf(error)}). The step summary has it all${REFUSED.includes(statusOf(error)) ? HINT : '.'}`,
      );
    }
  }
}

/**
 * The comment of an earlier run. Only one of the token's own account counts (where that can't be
 * learnt, of a bot): anybody can write the marker into a comment of theirs and have us edit over it.
 */
async function findOwn(api: CommentApi, marker: string): Promise<IssueComment | undefined> {
  const login = await api.identity();
  for await (const page of api.list()) {
    const own = page.find(
      ({ author, body }) =>
        body.includes(marker) &&
        (login === undefined ? author?.isBot === true : author?.login === login),
    );
    if (own) return own;
  }
  return undefined;
}
