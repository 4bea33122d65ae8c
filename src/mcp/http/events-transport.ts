import { SSEClientTransport, type SSEClientTransportOptions } from '@modelcontextprotocol/client';
import type { GuardedFetch } from './guarded-fetch.ts';

/**
 * Server-sent events as before 2025-03-26, where the stream is the session: when it ends, so does the connection. The
 * SDK would open another, of which the server knows nothing, as often and as late as the server says.
 */
export class EventsTransport extends SSEClientTransport {
  constructor(url: URL, options: SSEClientTransportOptions & { readonly fetch: GuardedFetch }) {
    const send: GuardedFetch = options.fetch;
    const open: GuardedFetch = async (to, init) => {
      const response = await send(to, init);
      if (!response.ok || response.body === null) return response;
      const { status, headers } = response;
      const body = ReadableStream.from(told(response.body, () => void this.close()));
      return new Response(body, { status, headers });
    };
    super(url, { ...options, eventSourceInit: { fetch: open } });
  }
}

async function* told(body: AsyncIterable<Uint8Array>, onEnd: () => void) {
  try {
    yield* body;
  } finally {
    onEnd();
  }
}
