/** More than any answer; a stream of events is ended there as well, bytes. */
const MAX_BODY = 268_435_456;

const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304];

/** What our own `fetch` gives, as the web's `Response`: the SDK reads the body as a web stream. */
export function webResponse(answer: Response, url: URL): Response {
  const { status, statusText } = answer;
  const headers = new Headers();
  answer.headers.forEach((value, name) => {
    headers.append(name, value);
  });
  // Our own `fetch` gives the incoming stream itself.
  const bytes = answer.body as unknown as AsyncIterable<Uint8Array>;
  const hasBody = !WITHOUT_BODY.includes(status);
  if (!hasBody) void answer.text();
  const body = hasBody ? ReadableStream.from(bounded(bytes)) : null;
  const response = new Response(body, { status, statusText, headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('The server answered with more than 256 MiB.');
    yield chunk;
  }
}
