import { AnthropicError } from '@anthropic-ai/sdk/error';
import type {
  ContentBlock,
  Message,
  Messages,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages';
import type { MessageStreamParams } from '@anthropic-ai/sdk/resources/messages/messages';
import { type Member, PartialObject } from '../base/partial-object.ts';
import { EventOrder } from './event-order.ts';
import type { StreamHandlers } from './model.ts';

/** How one try at an answer went. */
export interface Attempt {
  /** `undefined`: not even a start came. Its content holds complete blocks only. */
  readonly message: Message | undefined;
  readonly requestId: string | undefined;
  /** Why there is no whole answer; `undefined`: it is whole. */
  readonly error: unknown;
}

/** After `message_stop` nothing of use comes: a connection that stays open is left. */
const TRAILING_MS = 250;

/** Eight times what the longest answer of any model holds, characters: what has more is none. */
const MOST_CHARACTERS = 4_000_000;

/** The end of an answer where a last call may have been cut in the middle of its input. */
const CUT_SHORT: ReadonlySet<string> = new Set([
  'max_tokens',
  'model_context_window_exceeded',
  'refusal',
]);

/**
 * Streams one answer. `onBlock` gets each block when it is complete, the input of calls parsed; a
 * block whose input is no whole JSON is never handed out, nor kept: it must not run. Never rejects.
 */
export async function streamAnswer(
  messages: Messages,
  params: MessageStreamParams,
  { onBlock, onInput }: Pick<StreamHandlers, 'onBlock' | 'onInput'>,
  signal: AbortSignal,
): Promise<Attempt> {
  const stream = messages.stream(params, { signal });
  const blocks: ContentBlock[] = [];
  const inputs = new Map<number, CallInput>();
  let started: Message | undefined;
  let broken: unknown;
  let ended: unknown;
  let left = MOST_CHARACTERS;
  const order = new EventOrder();
  const end = (why: string) => {
    ended = new AnthropicError(why);
    stream.abort();
  };
  stream.on('streamEvent', (event, snapshot) => {
    if (ended) return;
    left -= lengthOf(event);
    if (left < 0) return end('The answer is longer than any can be.');
    if (!order.accepts(event)) return end('The events of the answer are out of order.');
    started = snapshot;
    const told = keepInput(event, inputs);
    const call = told && snapshot.content[told.index];
    if (call?.type === 'tool_use') onInput?.(call, told?.fields ?? []);
    if (event.type !== 'content_block_stop') return;
    const block = completed(snapshot.content[event.index], inputs.get(event.index)?.json);
    if (block) onBlock(block, blocks.push(block) - 1);
    else broken = new AnthropicError("A call's input is not valid JSON.");
  });
  let isAnswered = false;
  stream.on('connect', () => {
    isAnswered = true;
  });
  let error: unknown;
  try {
    await finished(stream);
  } catch (thrown) {
    error = isAnswered ? asBroken(thrown) : thrown;
  }
  const message = started && { ...started, content: blocks };
  // That we ended it is no reason of its own.
  if (ended) error = ended;
  if (broken && !CUT_SHORT.has(message?.stop_reason ?? '')) error ??= broken;
  return { message, requestId: stream.request_id ?? undefined, error };
}

/**
 * Events that stand where they make no sense, or lack what they must have, trip the SDK up. That is a
 * broken stream and no mistake in the request: another try may bring a whole one.
 */
function asBroken(thrown: unknown): unknown {
  const root = thrown instanceof AnthropicError && thrown.cause ? thrown.cause : thrown;
  return root instanceof TypeError
    ? new AnthropicError(`An event of the answer makes no sense (${root.message}).`)
    : thrown;
}

function lengthOf(event: RawMessageStreamEvent): number {
  if (event.type !== 'content_block_delta') return 0;
  const { delta } = event;
  switch (delta.type) {
    case 'text_delta':
      return delta.text.length;
    case 'thinking_delta':
      return delta.thinking.length;
    case 'input_json_delta':
      return delta.partial_json.length;
    default:
      return 0;
  }
}

type AnswerStream = ReturnType<Messages['stream']>;

/** Settles when the answer is whole, and at the latest a moment after its last event. */
async function finished(stream: AnswerStream): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const last = new Promise<void>((resolve) => {
    stream.on('message', () => {
      timer = setTimeout(() => {
        resolve();
        stream.abort();
      }, TRAILING_MS);
    });
  });
  const whole = stream.finalMessage();
  // When the race is over, nobody listens any more to how the rest ends.
  whole.catch(() => {});
  try {
    await Promise.race([whole, last]);
  } finally {
    clearTimeout(timer);
  }
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
