// How the server of `hostile-http.ts` may misbehave: what it does instead of one step.
import { gzipSync } from 'node:zlib';
import type { Turn, Way } from './hostile-http.ts';

const JSON_TYPE = 'application/json';
const EVENTS = 'text/event-stream';
const MEGABYTE = 'x'.repeat(1_000_000);
/** A test that waits for so much has failed. */
const MOST = 400_000_000;

type Step = (turn: Turn) => unknown;

const rpc = (message: object) => JSON.stringify({ jsonrpc: '2.0', ...message });
const event = (message: object) => `event: message\ndata: ${rpc(message)}\n\n`;
export const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
export const reply = ({ message, response }: Turn, result: unknown, headers: object = {}) =>
  response
    .writeHead(200, { 'content-type': JSON_TYPE, ...headers })
    .end(rpc({ id: message.id, result }));
export const greeting = ({ message }: Turn) => ({
  protocolVersion: message.params?.['protocolVersion'],
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'hostile', version: '1' },
});

/** Writes a text again and again until the client leaves. */
const floods =
  (status: number, type: string, piece: string, first = ''): Step =>
  async ({ response, server }) => {
    response.writeHead(status, { 'content-type': type }).write(first);
    response.on('close', () => {
      server.left += 1;
    });
    while (!response.destroyed && server.sent < MOST) {
      server.sent += piece.length;
      if (response.write(piece)) await new Promise(setImmediate);
      else {
        await new Promise<void>((resolve) => {
          const go = () => resolve(void response.off('drain', go).off('close', go));
          response.once('drain', go).once('close', go);
        });
      }
    }
  };

/** Says some words and no more, whole or not. */
const says =
  (status: number, type: string | undefined, words: (turn: Turn) => string, headers = {}): Step =>
  (turn) =>
    turn.response
      .writeHead(status, { ...(type && { 'content-type': type }), ...headers })
      .end(words(turn));

const drips =
  (status: number, type: string, words: string): Step =>
  async ({ response }) => {
    response.writeHead(status, { 'content-type': type });
    for (const letter of words) {
      if (response.destroyed) return;
      response.write(letter);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

/** Begins an answer and breaks the connection off. */
const breaks =
  (type: string, words: string): Step =>
  ({ response }) => {
    response.writeHead(200, { 'content-type': type }).write(words, () => {
      response.socket?.destroy();
    });
  };

const redirects = (to: (port: number) => string): Way => ({
  any: ({ response, server }) => response.writeHead(307, { location: to(server.port) }).end(),
});

const asks = (method: string, params: object): Way => ({
  stream: ({ response }) => {
    response.writeHead(200, { 'content-type': EVENTS });
    for (let at = 0; at < 2_000; at += 1) response.write(event({ id: `q${at}`, method, params }));
  },
});

/** A stream that ends at once and says when it is to be opened anew. */
const primed = (retry: number): Way => {
  const step = says(200, EVENTS, () => `id: 1\nretry: ${retry}\ndata: \n\n`);
  return { call: step, stream: step };
};

const session = (id: (turn: Turn) => string): Way => ({
  initialize: (turn) => reply(turn, greeting(turn), { 'mcp-session-id': id(turn) }),
  call: (turn) => reply(turn, text('done'), { 'mcp-session-id': id(turn) }),
});

const mine = ({ message: { id } }: Turn, words = 'mine') => ({ id, result: text(words) });
const note = (method: string) => event({ method, params: { level: 'info', data: 'x' } });
const html = () => '<h1>Log in</h1>';

export const WAYS: Readonly<Record<string, Way>> = {
  fine: {},
  line: { call: floods(200, EVENTS, MEGABYTE, 'data: ') },
  field: { call: floods(200, EVENTS, 'data: x\n'.repeat(100_000)) },
  comments: { call: floods(200, EVENTS, ': ping\n\n'.repeat(100_000)) },
  garbage: { call: floods(200, EVENTS, 'data: {}\n\n'.repeat(10_000)) },
  json: { call: floods(200, JSON_TYPE, MEGABYTE) },
  refusal: { call: floods(500, JSON_TYPE, MEGABYTE) },
  taken: { any: floods(202, JSON_TYPE, MEGABYTE) },
  page: { any: floods(200, 'text/html', MEGABYTE) },
  list: { list: floods(200, JSON_TYPE, MEGABYTE) },
  storm: { stream: floods(200, EVENTS, note('notifications/message').repeat(1_000)) },
  changes: { stream: floods(200, EVENTS, note('notifications/tools/list_changed').repeat(1_000)) },
  html: { call: says(200, 'text/html', html) },
  no_type: { call: says(200, undefined, () => '{}') },
  swapped: { call: says(200, EVENTS, (turn) => rpc(mine(turn))) },
  events_as_json: { call: says(200, JSON_TYPE, (turn) => event(mine(turn))) },
  unauthorized: { call: says(401, undefined, () => '') },
  gone: { call: says(404, JSON_TYPE, () => rpc({ error: { code: -32_001, message: 'No.' } })) },
  session_long: session(() => 's'.repeat(10_000)),
  session_longest: session(() => 's'.repeat(60_000)),
  session_odd: session(() => 'a\tb\u00ff'),
  session_changes: session(({ server }) => `s${server.requests.length}`),
  session_raw: {
    initialize: (turn) => {
      const body = rpc({ id: turn.message.id, result: greeting(turn) });
      turn.response.socket?.end(
        `HTTP/1.1 200 OK\r\ncontent-type: ${JSON_TYPE}\r\nmcp-session-id: a\u0001\u0000b\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    },
  },
  to_https: redirects((port) => `https://127.0.0.1:${port}/fine/mcp`),
  to_host: redirects((port) => `http://evil.example:${port}/fine/mcp`),
  to_name: redirects((port) => `http://localhost:${port}/fine/mcp`),
  to_file: redirects(() => 'file:///etc/passwd'),
  loop: redirects(() => '/loop/mcp'),
  slow_head: { call: () => undefined },
  slow_start: { any: () => undefined },
  slow_greeting: { greeted: () => undefined },
  slow_taken: { greeted: drips(202, JSON_TYPE, 'x'.repeat(10_000)) },
  slow_pages: {
    list: (turn) => setTimeout(() => reply(turn, { tools: [], nextCursor: 'x' }), 40),
  },
  slow_body: { call: drips(200, JSON_TYPE, rpc({ id: 3, result: text('x'.repeat(10_000)) })) },
  slow_events: { call: drips(200, EVENTS, ': waiting\n'.repeat(10_000)) },
  gzip: {
    call: (turn) => {
      const packed = gzipSync(rpc(mine(turn, 'x'.repeat(5_000_000))));
      const headers = { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' };
      turn.response.writeHead(200, headers).end(packed);
    },
  },
  others: {
    call: says(200, EVENTS, (turn) => {
      const other = event({ id: 9_999, result: text('of another') });
      return `${other}${event({ id: null, result: text('of none') })}${event(mine(turn))}`;
    }),
  },
  twice: { call: says(200, EVENTS, (turn) => event(mine(turn)) + event(mine(turn, 'again'))) },
  many: {
    call: says(200, JSON_TYPE, (turn) => `[${rpc({ id: 77, result: {} })},${rpc(mine(turn))}]`),
  },
  broken: { call: breaks(JSON_TYPE, '{"jsonrpc":"2.0","id":') },
  broken_events: { call: breaks(EVENTS, 'event: message\ndata: {"jsonrpc":') },
  ended_events: { call: says(200, EVENTS, () => 'event: message\ndata: {"jsonrpc":') },
  primed_now: primed(0),
  primed_late: primed(2_000_000_000),
  too_short: { call: says(200, JSON_TYPE, (turn) => rpc(mine(turn)), { 'content-length': 20 }) },
  too_long: { call: says(200, JSON_TYPE, (turn) => rpc(mine(turn)), { 'content-length': 9e9 }) },
  sampling: asks('sampling/createMessage', { messages: [], maxTokens: 1 }),
  roots: asks('roots/list', {}),
  elicitation: asks('elicitation/create', { message: 'Password?', requestedSchema: {} }),
};
