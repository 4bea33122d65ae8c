import type { IncomingMessage } from 'node:http';
import { EventLength } from './event-length.ts';
import { HttpHeaders } from './http-headers.ts';

/** No byte came for too long: the stream counts as cut. */
class StalledError extends Error {
  override readonly name = 'StalledError';

  constructor(ms: number) {
    super(`No byte came for ${Math.round(ms / 1000)} s.`);
  }
}

/** More than any error body or list, bytes; an answer is streamed and never read whole. */
const MAX_TEXT = 4_000_000;

/**
 * The part of the web's `Response` that the SDK reads. The body is the incoming stream itself: a web
 * stream around it costs a copy of the bookkeeping per chunk and nobody asks for one.
 */
export class HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly url: string;
  readonly headers: HttpHeaders;
  readonly body: AsyncIterable<Uint8Array>;

  constructor(incoming: IncomingMessage, url: string, stallMs: number) {
    this.status = incoming.statusCode ?? 0;
    this.statusText = incoming.statusMessage ?? '';
    this.ok = this.status >= 200 && this.status < 300;
    this.url = url;
    this.headers = headersOf(incoming);
    this.body = bytesOf(incoming, stallMs);
  }

  async text(): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_TEXT) break;
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

function headersOf(incoming: IncomingMessage): HttpHeaders {
  const headers = new HttpHeaders();
  const raw = incoming.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  }
  return headers;
}

async function* bytesOf(incoming: IncomingMessage, stallMs: number): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => incoming.destroy(new StalledError(stallMs)), stallMs);
  const isEvents = incoming.headers['content-type']?.startsWith('text/event-stream');
  const events = isEvents ? new EventLength() : undefined;
  try {
    for await (const chunk of incoming) {
      timer.refresh();
      events?.take(chunk as Buffer);
      yield chunk as Uint8Array;
    }
  } finally {
    clearTimeout(timer);
  }
}
