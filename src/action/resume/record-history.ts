import type {
  ContentBlockParam,
  Message,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import { repairHistory } from '../../agent/context/repair-history.ts';

/** How long the history of a record may become, characters of its JSON: some million tokens. */
const MOST_CHARS = 4_000_000;
/** What is left of one that is longer: to shorten it a little, again and again, would take long. */
const LEFT_CHARS = MOST_CHARS / 2;
const KEEP_MESSAGES = 20;
const NOTE =
  'The result of this call is left out, for the conversation became long. Call again if you need it and that changes nothing.';

/** The conversation of a recorded run, message by message and within bounds. */
export class RecordHistory {
  #messages: MessageParam[] = [];
  #chars = 0;

  /** A message of ours, as it stands in the record. */
  told(message: MessageParam): void {
    this.#add({ role: 'user', content: message.content } as MessageParam);
  }

  answered(message: Message): void {
    // What a refused answer holds is no answer, and would be refused again.
    if (message.stop_reason === 'refusal') return;
    const content = message.content.filter(isKept) as ContentBlockParam[];
    if (content.length > 0) this.#add({ role: 'assistant', content });
  }

  /** Only the task is left of what came before; the summary is told next. */
  compacted(): void {
    this.#messages = this.#messages.slice(0, 1);
    this.#chars = sizeOf(this.#messages);
  }

  /** What the API takes, and what had to be mended for it. */
  finish(): ReturnType<typeof repairHistory> {
    return repairHistory(this.#messages);
  }

  #add(message: MessageParam): void {
    this.#messages.push(message);
    this.#chars += sizeOf(message);
    this.#shorten();
  }

  /** Results go first, the oldest of them; where that is not enough, whole messages behind the task. */
  #shorten(): void {
    if (this.#chars <= MOST_CHARS) return;
    // The latest ones stay, as it is they that the agent goes on from.
    for (const [index, message] of this.#messages.slice(0, -KEEP_MESSAGES).entries()) {
      if (this.#chars <= LEFT_CHARS) return;
      this.#replace(index, withoutResults(message));
    }
    if (this.#chars <= MOST_CHARS) return;
    // So many at once that what comes next has room: one for each that comes would take for ever.
    let gone = 0;
    let chars = this.#chars;
    for (const message of this.#messages.slice(1)) {
      if (chars <= LEFT_CHARS) break;
      chars -= sizeOf(message);
      gone += 1;
    }
    this.#messages.splice(1, gone);
    this.#chars = chars;
  }

  #replace(index: number, message: MessageParam): void {
    const before = this.#messages[index];
    if (before === undefined || before === message) return;
    this.#messages[index] = message;
    this.#chars += sizeOf(message) - sizeOf(before);
  }
}

function withoutResults(message: MessageParam): MessageParam {
  const { content } = message;
  if (typeof content === 'string' || !content.some(({ type }) => type === 'tool_result')) {
    return message;
  }
  const noted = content.map((block) =>
    block.type === 'tool_result' ? { ...block, content: NOTE } : block,
  );
  return { ...message, content: noted } as MessageParam;
}

/**
 * Thinking is bound to all that stood before it, and to the model (contracts 1.5): tools, policy and
 * system prompt are the new run's, so the API would refuse it. It may be left out of earlier answers.
 */
function isKept({ type }: { readonly type: string }): boolean {
  return type !== 'thinking' && type !== 'redacted_thinking';
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
