import type { Messages } from '@anthropic-ai/sdk/resources/messages';

/** A way to the Messages API, credentials and all. */
export interface Connection {
  /** For the transcript: `firstParty`, `bedrock`, `vertex`, `foundry`. */
  readonly provider: string;
  readonly messages: Messages;
  /** Asks the API's model list what a model is, as it comes; absent: there is no such list. */
  readonly modelInfo?: (id: string) => Promise<unknown>;
}

export interface ConnectionOptions {
  /** Where proxies, custom headers and a cloud's credentials are read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A stream that sends no byte for so long is cut, ms. */
  readonly stallMs: number;
  /** The longest wait for the head of an answer, ms. */
  readonly timeoutMs: number;
  /** Told when a request is on its way. Must not throw. */
  readonly onSent?: (() => void) | undefined;
}
