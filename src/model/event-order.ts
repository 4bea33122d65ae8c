import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';

/**
 * Holds the events of one answer to their order (contracts 1.7): blocks one after another, counted from 0,
 * each started and stopped once. Where one comes twice, the SDK would go on with the name of one call and
 * the input of the next, or hand a call out again.
 */
export class EventOrder {
  #next = 0;
  #isOpen = false;

  /** False for an event that can't stand there: nothing behind it may be trusted. */
  accepts(event: RawMessageStreamEvent): boolean {
    switch (event.type) {
      case 'content_block_start':
        return this.#change(event.index, true);
      case 'content_block_delta':
        return this.#isOpen && event.index === this.#next;
      case 'content_block_stop':
        return this.#change(event.index, false);
      case 'message_stop':
        // What stands open would be lost without a word.
        return !this.#isOpen;
      default:
        return true;
    }
  }

  #change(index: number, opens: boolean): boolean {
    if (index !== this.#next || opens === this.#isOpen) return false;
    this.#isOpen = opens;
    if (!opens) this.#next += 1;
    return true;
  }
}
