import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { blockEvents, blocksOf, type FakeTurn, type SentEvent } from './anthropic-turn.ts';

export interface CloudRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export interface CloudReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** What follows the body, again and again, until the other side has enough. Absent: it ends. */
  readonly goesOn?: () => Buffer;
}

export interface CloudServer {
  readonly url: string;
  readonly requests: readonly CloudRequest[];
  close(): Promise<void>;
}

/** A loopback server for clouds and for who gives them credentials; what no route knows is a 404. */
export async function startCloud(
  route: (request: CloudRequest, index: number) => CloudReply | undefined,
): Promise<CloudServer> {
  const requests: CloudRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request: CloudRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers as CloudRequest['headers'],
      text: Buffer.concat(chunks).toString(),
    };
    const reply = route(request, requests.push(request) - 1);
    response.writeHead(reply?.status ?? (reply ? 200 : 404), reply?.headers ?? {});
    const body = reply?.body ?? '{"message":"no such route"}';
    if (!reply?.goesOn) {
      response.end(body);
      return;
    }
    response.on('error', () => {});
    response.write(body);
    while (!response.destroyed) {
      await new Promise((resolve) => response.write(reply.goesOn?.(), resolve));
      await new Promise(setImmediate);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A whole answer as the API streams it. */
function eventsOf(turn: FakeTurn, model: string): SentEvent[] {
  const blocks = blocksOf(turn, 'cloud');
  const calls = blocks.some((block) => block.type === 'tool_use');
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = {
    id: 'msg_cloud',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const delta = { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null };
  return [
    { type: 'message_start', message },
    ...blocks.flatMap((block, index) => blockEvents(block, undefined, index, undefined)),
    { type: 'message_delta', delta, usage },
    { type: 'message_stop' },
  ];
}

/** The answer as server-sent events. */
export function asEvents(turn: FakeTurn, model: string): CloudReply {
  const frame = (event: SentEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  return {
    headers: { 'content-type': 'text/event-stream' },
    body: eventsOf(turn, model).map(frame).join(''),
  };
}

/** The answer in AWS' binary frames (AWS event stream encoding), the last ones left off where `until` says so. */
export function asAwsStream(
  turn: FakeTurn,
  model: string,
  end: { readonly until?: number; readonly exception?: string } = {},
): CloudReply {
  const chunks = eventsOf(turn, model)
    .slice(0, end.until)
    .map((event) => {
      const bytes = Buffer.from(JSON.stringify(event)).toString('base64');
      return frameOf(
        { ':message-type': 'event', ':event-type': 'chunk', ':content-type': 'application/json' },
        JSON.stringify({ bytes }),
      );
    });
  const exception = end.exception
    ? [
        frameOf(
          {
            ':message-type': 'exception',
            ':exception-type': end.exception,
            ':content-type': 'application/json',
          },
          JSON.stringify({ message: 'It said so.' }),
        ),
      ]
    : [];
  return {
    headers: {
      'content-type': 'application/vnd.amazon.eventstream',
      'x-amzn-requestid': 'aws-request-1',
    },
    body: Buffer.concat([...chunks, ...exception]),
  };
}

function frameOf(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(Buffer.byteLength(value));
      return Buffer.concat([
        Buffer.from([Buffer.byteLength(name)]),
        Buffer.from(name),
        Buffer.from([7]),
        length,
        Buffer.from(value),
      ]);
    }),
  );
  const body = Buffer.from(payload);
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + head.length + body.length, 0);
  prelude.writeUInt32BE(head.length, 4);
  const rest = Buffer.concat([prelude, checksum(prelude), head, body]);
  return Buffer.concat([rest, checksum(rest)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
