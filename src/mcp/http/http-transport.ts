import {
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import { reconnections } from './reconnections.ts';

type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

/** Of a question whose answer never came (JSON-RPC, “Error object”: left to the implementation). */
const BROKEN_OFF = { code: -32_000, message: 'The stream ended before the answer was there' };

/**
 * Streamable HTTP that tells the end of a stream to whoever waits for its answer: the SDK would let them wait for
 * their whole time.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #reconnections: ReturnType<typeof reconnections>;

  constructor(url: URL, options: StreamableHTTPClientTransportOptions) {
    const again = reconnections();
    super(url, { ...options, reconnectionScheduler: again.schedule });
    this.#reconnections = again;
  }

  override async send(
    message: JSONRPCMessage | JSONRPCMessage[],
    options: SendOptions = {},
  ): Promise<void> {
    const isQuestion = !Array.isArray(message) && 'method' in message && 'id' in message;
    if (!isQuestion) return super.send(message, options);
    const { id } = message;
    // One that was answered meanwhile is not known any more, and passed over.
    const onRequestStreamEnd = () => {
      options.onRequestStreamEnd?.();
      this.onmessage?.({ jsonrpc: '2.0', id, error: BROKEN_OFF });
    };
    return super.send(message, { ...options, onRequestStreamEnd });
  }

  override async close(): Promise<void> {
    this.#reconnections.end();
    await super.close();
  }
}
