import type {
  ContentBlockParam,
  MessageParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import {
  cleanAnswer,
  cleanTold,
  isCall,
  isResult,
  withContent,
  withoutUnanswered,
} from './repair-blocks.ts';

export interface Repaired {
  /** What the API takes. Messages that were right are the very same objects. */
  readonly messages: readonly MessageParam[];
  /** What was wrong, a phrase for each kind of fault; empty: nothing. */
  readonly faults: readonly string[];
}

/** A call that waits for its result: the id it came with, and the one it goes by. */
interface OpenCall {
  readonly given: string;
  readonly id: string;
}

/**
 * Makes a recorded history one that the API takes (contracts 1.5, 1.6): begun by us, every call answered
 * once, in order and in the next message, ids unique, nothing blank, nothing that broke off. A history
 * that is right comes back as it is.
 */
export function repairHistory(messages: readonly MessageParam[]): Repaired {
  return new HistoryRepair().repair(messages);
}

/** Repairs a history that grows: each piece once, knowing the ids of those before it. */
export class HistoryRepair {
  readonly #ids = new Set<string>();
  #out: MessageParam[] = [];
  #faults = new Set<string>();
  #open: OpenCall[] = [];
  /** Messages of ours since the last answer. */
  #told: MessageParam[] = [];
  #begun = false;
  #checked = 0;

  /** The first messages of a history, or those that follow the ones given before. */
  repair(messages: readonly MessageParam[]): Repaired {
    this.#out = [];
    this.#faults = new Set();
    for (const [index, message] of messages.entries()) {
      if (message.role !== 'assistant') this.#told.push(message);
      else this.#answer(message, messages[index - 1], messages[index + 1]);
    }
    this.#settle();
    const out = this.#out;
    const same =
      out.length === messages.length && out.every((message, at) => message === messages[at]);
    if (!same && this.#faults.size === 0) this.#fault('results out of order');
    return { messages: out, faults: [...this.#faults] };
  }

  /** Repairs in place what was added to a growing history since the last time. Gives the faults. */
  repairTail(history: MessageParam[]): readonly string[] {
    const tail = history.slice(this.#checked);
    const { messages, faults } = this.repair(tail);
    if (faults.length > 0) history.splice(this.#checked, tail.length, ...messages);
    this.#checked = history.length;
    return faults;
  }

  readonly #fault = (what: string): void => {
    this.#faults.add(what);
  };

  #answer(message: MessageParam, before?: MessageParam, next?: MessageParam): void {
    this.#settle();
    const cleaned = cleanAnswer(message, next, this.#fault);
    // A paused answer goes on in another one, where its tools may be answered.
    const alone = before?.role !== 'assistant' && next !== undefined && next.role !== 'assistant';
    const blocks = alone ? withoutUnanswered(cleaned, this.#fault) : cleaned;
    if (blocks.length === 0) {
      this.#fault('an empty answer');
      return;
    }
    if (!this.#begun) this.#put(this.#beginning());
    this.#put(
      withContent(
        message,
        blocks.map((block) => this.#named(block)),
      ),
    );
  }

  /** Each call by an id of its own: some gateways count anew in every answer. */
  #named(block: ContentBlockParam): ContentBlockParam {
    if (!isCall(block)) return block;
    const given = String(block.id);
    const id = this.#freeId(given);
    this.#ids.add(id);
    this.#open.push({ given, id });
    return id === block.id ? block : { ...block, id };
  }

  #freeId(given: string): string {
    const plain = given.replace(/[^\w-]/gu, '_') || 'call';
    if (plain !== given) this.#fault('an id that the API does not take');
    if (!this.#ids.has(plain)) return plain;
    this.#fault('an id used twice');
    for (let count = 2; ; count += 1) {
      if (!this.#ids.has(`${plain}_${count}`)) return `${plain}_${count}`;
    }
  }

  /** Puts down what we said after the last answer, the results of its calls first. */
  #settle(): void {
    const told = this.#told.map((message) => ({
      message,
      blocks: cleanTold(message, this.#fault),
    }));
    const results = this.#resultsFrom(told.flatMap(({ blocks }) => blocks.filter(isResult)));
    this.#told = [];
    this.#open = [];
    const [first] = told;
    if (results.length > 0 && first?.message.role !== 'user') {
      this.#put({ role: 'user', content: results.splice(0) });
    }
    for (const { message, blocks } of told) {
      const rest = blocks.filter((block) => !isResult(block));
      const content = [...results.splice(0), ...rest];
      if (content.length > 0) this.#put(withContent(message, content));
    }
  }

  /** One result for each open call, in call order. */
  #resultsFrom(given: readonly ToolResultBlockParam[]): ToolResultBlockParam[] {
    const left = [...given];
    const results = this.#open.map(({ given: asked, id }) => {
      const at = left.findIndex((result) => result.tool_use_id === asked);
      const [found] = at < 0 ? [] : left.splice(at, 1);
      if (!found) this.#fault('a call without a result');
      const result = found ?? missingResult(id);
      return result.tool_use_id === id ? result : { ...result, tool_use_id: id };
    });
    if (left.length > 0) this.#fault('a result without a call');
    return results;
  }

  #beginning(): MessageParam {
    this.#fault('a missing beginning');
    return { role: 'user', content: '(The beginning of this conversation is not recorded.)' };
  }

  #put(message: MessageParam): void {
    this.#begun = true;
    this.#out.push(message);
  }
}

function missingResult(id: string): ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: id,
    content:
      'No result of this call is recorded: the run broke off. It may have been carried out, wholly or in part: look before you do it again.',
    is_error: true,
  };
}
