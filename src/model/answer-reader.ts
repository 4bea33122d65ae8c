import type {
  ContentBlock,
  Message,
  RawContentBlockDelta,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages';
import { type Member, PartialObject } from '../base/partial-object.ts';
import { AnswerCheck } from './answer-check.ts';
import { blockProblem } from './event-shape.ts';
import type { StreamHandlers } from './model.ts';
import { soundUsage } from './usage.ts';

/** The end of an answer where a last call may have been cut in the middle of its input. */
const CUT_SHORT: ReadonlySet<string> = new Set([
  'max_tokens',
  'model_context_window_exceeded',
  'refusal',
]);

/** About so many make a token (pricing page of the API documentation). */
const CHARS_PER_TOKEN = 4;

/** Makes an answer of its events, as far as they come and can be trusted. */
export class AnswerReader {
  readonly #handlers: Pick<StreamHandlers, 'onBlock' | 'onInput'>;
  readonly #onProgress: () => void;
  readonly #check = new AnswerCheck();
  readonly #blocks: ContentBlock[] = [];
  readonly #inputs = new Map<number, CallInput>();
  #started: Message | undefined;
  #isWhole = false;
  #isUnreadable = false;
  /** Of deltas, until the API has counted them itself. */
  #uncountedChars = 0;

  /** @param onProgress told of each event that brings the answer on. */
  constructor(handlers: Pick<StreamHandlers, 'onBlock' | 'onInput'>, onProgress: () => void) {
    this.#handlers = handlers;
    this.#onProgress = onProgress;
  }

  /** Its last event has come. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** What came; its content holds complete blocks only. `undefined`: not even a start. */
  get message(): Message | undefined {
    const started = this.#started;
    if (!started) return undefined;
    const sound = soundUsage(started.usage);
    // Its start names next to no output, and the count comes with its end: what is cut off before is paid for too.
    const least = Math.ceil(this.#uncountedChars / CHARS_PER_TOKEN);
    const usage = { ...sound, output_tokens: Math.max(sound.output_tokens, least) };
    return { ...started, type: 'message', role: 'assistant', content: this.#blocks, usage };
  }

  /** Why a whole answer is none all the same; `undefined`: it is. */
  get problem(): string | undefined {
    const isCutShort = CUT_SHORT.has(this.#started?.stop_reason ?? '');
    return this.#isUnreadable && !isCutShort ? "A call's input is not valid JSON." : undefined;
  }

  /** Takes the next event. Gives why neither it nor what follows can be trusted; `undefined`: it can. */
  read(event: RawMessageStreamEvent, snapshot: Message): string | undefined {
    // Behind its end nothing belongs to an answer, and nothing may change it.
    if (this.#isWhole) return undefined;
    const { problem, isProgress } = this.#check.take(event);
    if (problem !== undefined) return problem;
    if (isProgress) this.#onProgress();
    if (event.type === 'content_block_delta') this.#uncountedChars += lengthOf(event.delta);
    if (event.type === 'message_delta') this.#uncountedChars = 0;
    this.#started = snapshot;
    this.#tellInput(event, snapshot);
    if (event.type === 'content_block_stop') return this.#complete(event.index, snapshot);
    return event.type === 'message_stop' ? this.#end(snapshot) : undefined;
  }

  #tellInput(event: RawMessageStreamEvent, snapshot: Message): void {
    const told = keepInput(event, this.#inputs);
    const call = told && snapshot.content[told.index];
    if (call?.type === 'tool_use') this.#handlers.onInput?.(call, told?.fields ?? []);
  }

  #complete(index: number, snapshot: Message): string | undefined {
    const block = completed(snapshot.content[index], this.#inputs.get(index)?.json);
    if (!block) {
      this.#isUnreadable = true;
      return undefined;
    }
    const problem = blockProblem(block);
    if (problem === undefined) this.#handlers.onBlock(block, this.#blocks.push(block) - 1);
    return problem;
  }

  #end(snapshot: Message): string | undefined {
    // One that was cut short must not pass for one that is done.
    if (typeof snapshot.stop_reason !== 'string') return 'The answer ends without a reason.';
    this.#started = { ...snapshot, usage: { ...snapshot.usage } };
    this.#isWhole = true;
    return undefined;
  }
}

/** Characters that the model wrote in a delta. */
function lengthOf(delta: RawContentBlockDelta): number {
  if (delta.type === 'text_delta') return delta.text.length;
  if (delta.type === 'thinking_delta') return delta.thinking.length;
  return delta.type === 'input_json_delta' ? delta.partial_json.length : 0;
}

interface CallInput {
  json: string;
  readonly reader: PartialObject;
}

/** Gives the fields that an event completes; `undefined`: none. */
function keepInput(
  event: RawMessageStreamEvent,
  inputs: Map<number, CallInput>,
): { readonly index: number; readonly fields: readonly Member[] } | undefined {
  if (event.type !== 'content_block_delta' || event.delta.type !== 'input_json_delta') return;
  const input = inputs.get(event.index) ?? { json: '', reader: new PartialObject() };
  inputs.set(event.index, input);
  input.json += event.delta.partial_json;
  const fields = input.reader.push(event.delta.partial_json);
  return fields.length === 0 ? undefined : { index: event.index, fields };
}

/**
 * The block as plain data. The SDK parses input leniently and so completes what was cut off; what
 * would run must be what the model wrote, so it is parsed here again, strictly.
 */
function completed(block: ContentBlock | undefined, json: string | undefined) {
  if (!block || (block.type !== 'tool_use' && block.type !== 'server_tool_use')) return block;
  if (!json) return { ...block, input: block.input ?? {} };
  try {
    return { ...block, input: JSON.parse(json) as unknown };
  } catch {
    return undefined;
  }
}
