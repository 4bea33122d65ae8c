import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpFetch } from '../../src/model/http-fetch.ts';
import { proxyFor } from '../../src/model/proxy.ts';

describe('which proxy', () => {
  const proxy = 'http://proxy.example:3128';
  test.each<[string, Record<string, string>, string | undefined]>([
    ['https://api.anthropic.com/v1', { HTTPS_PROXY: proxy }, 'proxy.example:3128'],
    ['https://api.anthropic.com/v1', { https_proxy: 'proxy.example:3128' }, 'proxy.example:3128'],
    ['https://api.anthropic.com/v1', { ALL_PROXY: proxy }, 'proxy.example:3128'],
    ['https://api.anthropic.com/v1', { HTTP_PROXY: proxy }, undefined],
    ['http://gateway.local/v1', { HTTP_PROXY: proxy }, 'proxy.example:3128'],
    ['https://a.example.com', { HTTPS_PROXY: proxy, NO_PROXY: 'example.com' }, undefined],
    ['https://a.example.com', { HTTPS_PROXY: proxy, NO_PROXY: 'x, .example.com' }, undefined],
    ['https://a.example.com', { HTTPS_PROXY: proxy, NO_PROXY: '*.EXAMPLE.com' }, undefined],
    [
      'https://badexample.com',
      { HTTPS_PROXY: proxy, NO_PROXY: 'example.com' },
      'proxy.example:3128',
    ],
    ['https://a.com:8443', { HTTPS_PROXY: proxy, no_proxy: 'a.com:8443' }, undefined],
    ['https://a.com', { HTTPS_PROXY: proxy, no_proxy: 'a.com:8443' }, 'proxy.example:3128'],
    ['http://[::1]:80/', { HTTP_PROXY: proxy, no_proxy: '::1' }, undefined],
    ['https://any.com', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, undefined],
    ['https://any.com', { HTTPS_PROXY: '' }, undefined],
  ])('%s with %j', (url, environment, expected) => {
    expect(proxyFor(new URL(url), environment)?.host).toBe(expected);
  });
});

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(handle: (request: IncomingMessage) => string): Promise<string> {
  server = createServer((request, response) => response.end(handle(request)));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('plain http goes to the proxy with the whole address and its password', async () => {
  const host = await listen(
    (request) => `${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`,
  );
  const fetch = createHttpFetch({
    environment: { HTTP_PROXY: `http://me:p%40ss@${host}` },
    stallMs: 1000,
  });
  const response = await fetch('http://gateway.test:8080/base/v1/messages?beta=1', { headers: [] });
  const password = Buffer.from('me:p@ss').toString('base64');
  expect(await response.text()).toBe(
    `http://gateway.test:8080/base/v1/messages?beta=1 gateway.test:8080 Basic ${password}`,
  );
});

test('https goes through a tunnel, and what is in it is TLS for that host', async () => {
  const host = await listen(() => '');
  const connected = new Promise<{ path: string | undefined; hello: Buffer }>((resolve) => {
    server?.on('connect', (request: IncomingMessage, socket: Socket) => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.once('data', (hello) => {
        resolve({ path: request.url, hello });
        socket.destroy();
      });
    });
  });
  const fetch = createHttpFetch({ environment: { HTTPS_PROXY: `http://${host}` }, stallMs: 1000 });
  await expect(fetch('https://api.test/v1/messages', { headers: [] })).rejects.toThrow();
  const { path, hello } = await connected;
  expect(path).toBe('api.test:443');
  expect(hello[0]).toBe(0x16);
  expect(hello.includes('api.test')).toBe(true);
});

test('a proxy that says no is named', async () => {
  const host = await listen(() => '');
  server?.on('connect', (_request, socket: Socket) => {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  const fetch = createHttpFetch({ environment: { HTTPS_PROXY: `http://${host}` }, stallMs: 1000 });
  await expect(fetch('https://api.test/', { headers: [] })).rejects.toThrow(
    `The proxy ${host} answered CONNECT with 407.`,
  );
});

test('a kept connection that is closed as it is used again costs nobody a try', async () => {
  const served = new Map<Socket, number>();
  const host = await listen(() => 'ok');
  server?.prependListener('request', (request: IncomingMessage) => {
    const before = served.get(request.socket) ?? 0;
    served.set(request.socket, before + 1);
    if (before === 1) request.socket.destroy();
  });
  const fetch = createHttpFetch({ environment: {}, stallMs: 1000, asksModel: true });
  for (let round = 0; round < 3; round += 1) {
    const response = await fetch(`http://${host}/`, { method: 'POST', headers: [], body: 'x' });
    expect(await response.text()).toBe('ok');
  }
  expect([...served.values()]).toEqual([2, 2, 1]);
});
