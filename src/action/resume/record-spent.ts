import type { Message } from '@anthropic-ai/sdk/resources/messages';
import { Ledger } from '../../agent/ledger.ts';
import type { Spent } from '../../events/outcome.ts';
import { type Fields, fieldsOf } from '../../report/html/fields.ts';
import { spentOf } from '../../report/spent-fields.ts';

/** What a recorded run and those before it used, message by message. */
export class RecordSpent {
  #ledger = new Ledger();
  #result: Spent | undefined;

  /** The first message of the record. */
  begin(init: Fields): void {
    const before = init['resumed_from'];
    if (before !== undefined) this.#ledger.goOnFrom(spentOf(fieldsOf(before)));
  }

  /** An answer of the run itself; what it took over is in its first message. */
  answered(message: Message): void {
    this.#ledger.book(message, 0);
  }

  /** Its last message, which counts more than answers: hooks that asked a model, compactions. */
  finish(result: Fields): void {
    const own = fieldsOf(result['unattended']);
    this.#result = spentOf({ cost_is_estimate: own['cost_is_estimate'], ...result });
  }

  get total(): Spent {
    if (this.#result) return this.#result;
    const { turns: numTurns, costUsd, usage, modelUsage } = this.#ledger;
    // The run was cut off: what was under way then is in no record.
    return { numTurns, costUsd, costIsEstimate: true, usage, modelUsage };
  }
}
