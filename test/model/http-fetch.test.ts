import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpFetch } from '../../src/model/http-fetch.ts';

/** A server that does what it is asked and breaks the connection instead of the answer, `times` times. */
async function forgetful(times: number) {
  const done: string[] = [];
  const server = createServer((request, response) => {
    done.push(request.method ?? '');
    request.resume();
    // The first answer is whole: the connection is kept.
    if (done.length > 1 && done.length <= 1 + times) response.destroy();
    else response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, done };
}

const options = { environment: {}, stallMs: 20_000 };

test('what a POST did is not done again when its answer is lost, over no kind of connection', async () => {
  const { url, done } = await forgetful(2);
  const send = createHttpFetch(options);
  await (await send(url)).text();
  await expect(send(url, { method: 'POST', body: '{}' })).rejects.toThrow();
  await expect(send(url, { method: 'POST', body: '{}' })).rejects.toThrow();
  expect(done).toEqual(['GET', 'POST', 'POST']);
});

test.each([
  ['a read', 'GET', options],
  ['a POST that may be repeated', 'POST', { ...options, asksModel: true } as const],
])('%s over a kept connection that breaks goes out again', async (_, method, given) => {
  const { url, done } = await forgetful(1);
  const send = createHttpFetch(given);
  await (await send(url, { method })).text();
  expect((await send(url, { method })).status).toBe(200);
  expect(done).toEqual([method, method, method]);
});
