import { streamBudget } from './stream-budget.ts';

/** The longest answer that is a message, bytes: no request to the model takes more. */
const MAX_MESSAGE = 33_554_432;
/** Of what is no message the beginning is enough to tell what went wrong, bytes. */
const MAX_WORDS = 65_536;

/** Answers that have nothing to say: “taken” (MCP, “Sending Messages to the Server”) and those without a body. */
const WITHOUT_BODY: readonly number[] = [101, 202, 204, 205, 304];

/**
 * What our own `fetch` gives, as the web's `Response`: the SDK reads the body as a web stream. Of an answer that may be
 * a message it throws what is too long, of any other it gives the beginning.
 * @throws Error for a packed answer: nobody asked for one, and what it unpacks to has no bound
 */
export function webResponse(answer: Response, url: URL): Response {
  const { status, statusText } = answer;
  const headers = new Headers();
  answer.headers.forEach((value, name) => {
    headers.append(name, value);
  });
  // Our own `fetch` gives the incoming stream itself.
  const bytes = answer.body as unknown as AsyncIterable<Uint8Array>;
  const packing = headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  const hasBody = !WITHOUT_BODY.includes(status);
  if (!hasBody || packing !== 'identity') void leave(bytes);
  if (packing !== 'identity') {
    throw new Error(`The server packed its answer (${packing}), which it was not asked to.`);
  }
  const body = hasBody ? ReadableStream.from(bounded(bytes, answer.ok, headers)) : null;
  const response = new Response(body, { status, statusText, headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}

/** Ends the connection of a body that nobody reads: it may never end by itself. */
async function leave(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of bytes) break;
  } catch {
    // It ended in another way.
  }
}

function bounded(bytes: AsyncIterable<Uint8Array>, isOk: boolean, headers: Headers) {
  const [type] = (headers.get('content-type') ?? '').toLowerCase().split(';', 1);
  if (isOk && type?.trim() === 'text/event-stream') return eventsOf(bytes);
  return isOk && type?.trim() === 'application/json' ? messageOf(bytes) : beginningOf(bytes);
}

async function* eventsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const budget = streamBudget();
  for await (const chunk of bytes) {
    budget.take(chunk.length);
    yield chunk;
  }
}

async function* messageOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_MESSAGE) {
      throw new Error(`The server answered with more than ${MAX_MESSAGE / 1_048_576} MiB.`);
    }
    yield chunk;
  }
}

async function* beginningOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let room = MAX_WORDS;
  for await (const chunk of bytes) {
    yield chunk.subarray(0, room);
    room -= chunk.length;
    if (room <= 0) return;
  }
}
