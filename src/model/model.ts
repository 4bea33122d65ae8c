import type {
  ContentBlock,
  Message,
  MessageParam,
  TextBlockParam,
  Tool as ToolDefinition,
} from '@anthropic-ai/sdk/resources/messages';
import type { Member } from '../base/partial-object.ts';
import type { CacheTtl } from './cache-ttl.ts';
import type { ModelCapabilities } from './capabilities.ts';

/** One request to a model, before cache breakpoints are placed. */
export interface ModelRequest {
  readonly system: readonly TextBlockParam[];
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly MessageParam[];
  readonly maxTokens: number;
  /** Forbids tools, for a last answer in words. */
  readonly noTools?: boolean;
}

export interface StreamHandlers {
  /** A content block is complete; blocks come in order. The message may still go on. Must not throw. */
  onBlock(block: ContentBlock, index: number): void;
  /** Fields of a call's input that are complete, while the call still streams. They may yet come to nothing. Must not throw. */
  onInput?(call: { readonly id: string; readonly name: string }, fields: readonly Member[]): void;
  /** The request failed in a passing way and is tried again after `delayMs`. Blocks handed out before it are void. */
  onRetry(retry: ApiRetry): void;
  /** A try failed, or was broken off, when its answer had begun: that is paid for as far as `message` says. Must not throw. */
  onLost?(message: Message): void;
  /** There is money for another try; absent: always. */
  mayRetry?(): boolean;
}

export interface ApiRetry {
  readonly attempt: number;
  readonly maxRetries: number;
  readonly delayMs: number;
  /** HTTP status; `undefined` for a connection that failed or was cut. */
  readonly status: number | undefined;
  readonly error: string;
  /** Of the request that failed; `undefined`: it had no answer. */
  readonly requestId?: string | undefined;
  /** The model that is asked from now on; absent: the same. */
  readonly fallbackModel?: string;
}

export interface ModelAnswer {
  /** The message as received. When the stream was cut, the blocks that were complete by then. */
  readonly message: Message;
  /** The stream ended before `message_stop`, after at least one complete tool use: what ran stands, the rest is lost. */
  readonly cut: boolean;
  readonly requestId: string | undefined;
  /** From the call to the answer, failed tries and waits between them included. */
  readonly durationMs: number;
}

/** A model that answers requests: the API, or a script. */
export interface Model {
  readonly id: string;
  /** Where it comes from, for the transcript: `firstParty`, `scripted`. */
  readonly provider: string;
  /** The model whose price its answers have; absent: `id`. */
  readonly pricedAs?: string;
  /** Models that may answer the next request in its place, as they are priced; absent: none. */
  readonly othersPricedAs?: readonly string[];
  /** How long it has the API keep tools and system prompt, which is a matter of money; absent: five minutes. */
  readonly prefixTtl?: CacheTtl | undefined;
  /** What it can do, as far as is known by now: ask again before each use. */
  capabilities(): ModelCapabilities;
  /**
   * Streams one answer. Retries by itself what is worth retrying while no block with a tool use was
   * handed out.
   * @throws ApiFailure when it gives up; the abort reason when aborted.
   */
  answer(
    request: ModelRequest,
    handlers: StreamHandlers,
    signal: AbortSignal,
  ): Promise<ModelAnswer>;
  /**
   * Counts the tokens of a request. `undefined`: the API does not say. Never throws but the abort
   * reason. Absent: nobody counts.
   */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number | undefined>;
}

/** The API refused or can't be reached. Its message holds the API's own words. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The conversation is too long for the model or for the API: a shorter one may be taken. */
  readonly tooLong: boolean;
  /** The API has no room for this model just now: another one may answer. */
  readonly overloaded: boolean;

  constructor(
    message: string,
    options: {
      status?: number | undefined;
      requestId?: string | undefined;
      tooLong?: boolean | undefined;
      overloaded?: boolean | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.requestId = options.requestId;
    this.tooLong = options.tooLong ?? false;
    this.overloaded = options.overloaded ?? false;
  }
}
