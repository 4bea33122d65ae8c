import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

export interface PlainServer {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** A loopback server that answers by path. Without an answer it keeps the connection open in silence. */
export async function startPlainServer(
  answerOf: (path: string) => { readonly status: number; readonly body: string } | undefined,
): Promise<PlainServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? '';
    const text = Buffer.concat(chunks).toString();
    received.push({ path, headers: request.headers, body: parsed(text) });
    const answer = answerOf(path);
    if (answer) response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
