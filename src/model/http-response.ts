import type { IncomingMessage } from 'node:http';
import { EventLength } from './event-length.ts';
import { FrameLength } from './frame-length.ts';
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
  readonly #longestMs: number;

  /** @param limits `stallMs`: how long no byte may come; `isAnswer`: it may be a model's, which is read as a stream. */
  constructor(
    incoming: IncomingMessage,
    url: string,
    { stallMs, isAnswer }: { readonly stallMs: number; readonly isAnswer: boolean },
  ) {
    this.status = incoming.statusCode ?? 0;
    this.statusText = incoming.statusMessage ?? '';
    this.ok = this.status >= 200 && this.status < 300;
    this.url = url;
    this.headers = headersOf(incoming);
    const measure = measureFor(this.headers.get('content-type') ?? '', isAnswer);
    this.body = bytesOf(incoming, stallMs, measure);
    this.#longestMs = isAnswer ? stallMs : Number.POSITIVE_INFINITY;
  }

  /** The whole body as text; of one that is too long, or takes too long, what came. */
  async text(): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const start = performance.now();
    for await (const chunk of this.body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_TEXT || performance.now() - start > this.#longestMs) break;
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

async function* bytesOf(
  incoming: IncomingMessage,
  stallMs: number,
  measure: EventLength | FrameLength | undefined,
): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => incoming.destroy(new StalledError(stallMs)), stallMs);
  try {
    for await (const chunk of incoming) {
      timer.refresh();
      measure?.take(chunk as Buffer);
      yield chunk as Uint8Array;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Watches over the parts of a stream; `undefined`: nobody keeps a part until its end. */
function measureFor(type: string, isAnswer: boolean): EventLength | FrameLength | undefined {
  // As the SDK looks for it, which reads whatever else is sent as events.
  if (isAnswer && type.includes('application/vnd.amazon.eventstream')) return new FrameLength();
  return isAnswer || type.startsWith('text/event-stream') ? new EventLength() : undefined;
}
