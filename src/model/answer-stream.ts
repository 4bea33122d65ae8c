import { AnthropicError } from '@anthropic-ai/sdk/error';
import type { Message, Messages } from '@anthropic-ai/sdk/resources/messages';
import type { MessageStreamParams } from '@anthropic-ai/sdk/resources/messages/messages';
import { AnswerReader } from './answer-reader.ts';
import type { StreamHandlers } from './model.ts';

/** How one try at an answer went. */
export interface Attempt {
  /** `undefined`: not even a start came. Its content holds complete blocks only. */
  readonly message: Message | undefined;
  readonly requestId: string | undefined;
  /** Why there is no whole answer; `undefined`: it is whole. */
  readonly error: unknown;
}

export interface StreamOptions {
  /** An answer that only shows signs of life, and nothing of itself, is ended after so long, ms. */
  readonly silentMs: number;
  /** Ends it from outside. */
  readonly signal: AbortSignal;
}

/** After `message_stop` nothing of use comes: a connection that stays open is left. */
const TRAILING_MS = 250;

/**
 * Streams one answer. `onBlock` gets each block when it is complete, the input of calls parsed; a
 * block whose input is no whole JSON is never handed out, nor kept: it must not run. Never rejects.
 */
export async function streamAnswer(
  messages: Messages,
  params: MessageStreamParams,
  handlers: Pick<StreamHandlers, 'onBlock' | 'onInput'>,
  { silentMs, signal }: StreamOptions,
): Promise<Attempt> {
  const stream = messages.stream(params, { signal });
  let ended: unknown;
  const end = (why: string) => {
    ended ??= new AnthropicError(why);
    stream.abort();
  };
  let silence: NodeJS.Timeout | undefined;
  const reader = new AnswerReader(handlers, () => silence?.refresh());
  stream.on('streamEvent', (event, snapshot) => {
    if (ended) return;
    const problem = reader.read(event, snapshot);
    if (problem !== undefined) end(problem);
  });
  onEarlyEvent(stream, () => reader.message === undefined, end);
  stream.on('connect', () => {
    silence = setTimeout(end, silentMs, `Nothing of the answer came for ${seconds(silentMs)}.`);
  });
  let error: unknown;
  try {
    await finished(
      stream,
      unlessTold(signal, () => silence !== undefined),
    );
  } catch (thrown) {
    error = silence ? asBroken(thrown, reader.message !== undefined) : thrown;
  } finally {
    clearTimeout(silence);
  }
  // That we ended it is no reason of its own; and what went wrong behind the end of an answer is none either.
  if (ended) error = ended;
  else if (reader.isWhole) error = reader.problem && new AnthropicError(reader.problem);
  const { message } = reader;
  return { message, requestId: stream.request_id ?? undefined, error };
}

/** What tells anything of blocks: it has no place before the start of its message. */
const OF_A_MESSAGE = /^(content_block|message_(delta|stop))/u;

/**
 * The SDK passes over what comes before `message_start`, without a word: a call whose input came there would
 * run without it. Only its own event shows it, which its types keep to themselves.
 */
function onEarlyEvent(
  stream: AnswerStream,
  isEarly: () => boolean,
  end: (why: string) => void,
): void {
  const all = stream as unknown as {
    on(event: '_rawEvent', listener: (event: { readonly type?: unknown }) => void): void;
  };
  all.on('_rawEvent', ({ type }) => {
    if (isEarly() && OF_A_MESSAGE.test(String(type)))
      end('The events of the answer are out of order.');
  });
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/**
 * Events that stand where they make no sense, or lack what they must have, trip the SDK up. That is a
 * broken stream and no mistake in the request: another try may bring a whole one.
 */
function asBroken(thrown: unknown, isStarted: boolean): unknown {
  if (!(thrown instanceof AnthropicError)) return thrown;
  const root = thrown.cause instanceof Error ? thrown.cause : thrown;
  if (root instanceof TypeError) {
    return new AnthropicError(`An event of the answer makes no sense (${root.message}).`);
  }
  if (root.constructor !== AnthropicError || !root.message.includes(' ended without '))
    return thrown;
  return new AnthropicError(
    isStarted ? 'The answer ended in the middle.' : 'The answer holds nothing of a message.',
  );
}

type AnswerStream = ReturnType<Messages['stream']>;

interface Told {
  /** Rejects when it is told to stop, unless the answer has begun: the stream then ends by itself. */
  readonly promise: Promise<never>;
  readonly release: () => void;
}

/** Whoever gives tokens stands before the request, and the SDK waits for them whatever it is told. */
function unlessTold(signal: AbortSignal, isAnswered: () => boolean): Told {
  let stop = () => {};
  const promise = new Promise<never>((_, reject) => {
    stop = () => void (isAnswered() || reject(signal.reason));
  });
  signal.addEventListener('abort', stop);
  return { promise, release: () => signal.removeEventListener('abort', stop) };
}

/** Settles when the answer is whole, and at the latest a moment after its last event. */
async function finished(stream: AnswerStream, told: Told): Promise<void> {
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
    await Promise.race([whole, last, told.promise]);
  } finally {
    told.release();
    clearTimeout(timer);
  }
}
