// A server over HTTP that misbehaves in one way, named by the first part of the path: `/endless/mcp`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { greeting, reply, text, WAYS } from './http-ways.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface Turn {
  readonly message: Message;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: HostileHttp;
}

export interface HostileHttp {
  readonly port: number;
  readonly url: (way: string) => string;
  /** `POST /way/mcp tools/call`, each request. */
  readonly requests: string[];
  /** Headers of requests, beside `requests`. */
  readonly headers: IncomingMessage['headers'][];
  /** What the client said to questions of the server. */
  readonly answers: Message[];
  /** Bytes that went out in answers without an end. */
  sent: number;
  /** How many of those answers the client left. */
  left: number;
}

export type Way = Partial<
  Record<'any' | 'initialize' | 'greeted' | 'list' | 'call' | 'stream', (turn: Turn) => unknown>
>;

const USUAL: Required<Omit<Way, 'any'>> = {
  initialize: (turn) => reply(turn, greeting(turn)),
  greeted: ({ response }) => response.writeHead(202).end(),
  list: (turn) =>
    reply(turn, {
      tools: ['do', 'other'].map((name) => ({ name, inputSchema: { type: 'object' } })),
    }),
  call: (turn) => reply(turn, text('done')),
  stream: ({ response }) => response.writeHead(405).end(),
};
const STEPS: Readonly<Record<string, keyof typeof USUAL>> = {
  initialize: 'initialize',
  'notifications/initialized': 'greeted',
  'tools/list': 'list',
  'tools/call': 'call',
};

/** Starts it for one test. */
export async function hostileHttp(): Promise<HostileHttp> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const message = (body === '' ? {} : JSON.parse(body)) as Message;
    const path = request.url ?? '';
    hostile.requests.push(`${request.method} ${path} ${message.method ?? ''}`.trim());
    hostile.headers.push(request.headers);
    const way = WAYS[path.split('/')[1] ?? ''] ?? {};
    const turn = { message, request, response, server: hostile };
    const step = request.method === 'GET' ? 'stream' : STEPS[message.method ?? ''];
    if (way.any) way.any(turn);
    else if (step) (way[step] ?? USUAL[step])(turn);
    else if (message.method === undefined && request.method === 'POST') {
      hostile.answers.push(message);
      response.writeHead(202).end();
    } else if (message.id !== undefined) reply(turn, {});
    else response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const hostile: HostileHttp = {
    port,
    url: (way) => `http://127.0.0.1:${port}/${way}/mcp`,
    requests: [],
    headers: [],
    answers: [],
    sent: 0,
    left: 0,
  };
  return hostile;
}
