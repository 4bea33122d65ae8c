import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import { EventOrder } from './event-order.ts';
import { shapeProblem } from './event-shape.ts';

/** Eight times what the longest answer of any model holds, characters: what has more is none. */
const MOST_WRITTEN = 4_000_000;
/** What a request may have (errors page of the API documentation), bytes: more could not be sent back. */
const MOST_BESIDE = 32_000_000;
/** A block has some tokens at least; the longest answers have 128,000. */
const MOST_BLOCKS = 5_000;
/** Events that bring nothing, where one a second would be many. */
const MOST_EMPTY = 10_000;

const TOO_LONG = 'The answer is longer than any can be.';

interface Judged {
  /** Why nothing from this event on can be trusted; absent: it can. */
  readonly problem?: string;
  /** It brings the answer on; a sign of life does not. */
  readonly isProgress: boolean;
}

/** Judges the events of one answer, one after another: their shape, their order, and how much they are. */
export class AnswerCheck {
  readonly #order = new EventOrder();
  #written = MOST_WRITTEN;
  #beside = MOST_BESIDE;
  #blocks = MOST_BLOCKS;
  #empty = MOST_EMPTY;
  #hasReason = false;

  take(event: RawMessageStreamEvent): Judged {
    const problem = this.#problemWith(event);
    if (problem !== undefined) return { problem, isProgress: false };
    const isProgress = this.#count(event);
    if (!isProgress) this.#empty -= 1;
    if (this.#empty < 0) {
      return { problem: 'Event upon event of the answer brings nothing.', isProgress };
    }
    const isTooLong = Math.min(this.#written, this.#beside, this.#blocks) < 0;
    return isTooLong ? { problem: TOO_LONG, isProgress } : { isProgress };
  }

  #problemWith(event: RawMessageStreamEvent): string | undefined {
    if (!this.#order.accepts(event)) return 'The events of the answer are out of order.';
    return shapeProblem(event);
  }

  /** True for an event that brings the answer on. */
  #count(event: RawMessageStreamEvent): boolean {
    switch (event.type) {
      case 'content_block_delta':
        return this.#countDelta(event.delta);
      case 'content_block_start':
        this.#blocks -= 1;
        this.#beside -= JSON.stringify(event.content_block).length;
        return true;
      case 'content_block_stop':
      case 'message_start':
      case 'message_stop':
        return true;
      case 'message_delta':
        return this.#isFirstReason(event.delta.stop_reason);
      default:
        return false;
    }
  }

  #countDelta(delta: object): boolean {
    const written = Object.entries(delta).find(([key]) => WRITTEN.has(key))?.[1];
    if (typeof written === 'string') {
      this.#written -= written.length;
      return written !== '';
    }
    this.#beside -= JSON.stringify(delta).length;
    return true;
  }

  #isFirstReason(reason: unknown): boolean {
    const isFirst = !this.#hasReason && Boolean(reason);
    this.#hasReason ||= isFirst;
    return isFirst;
  }
}

/** The fields of deltas in which the model writes. */
const WRITTEN: ReadonlySet<string> = new Set(['text', 'thinking', 'partial_json']);
