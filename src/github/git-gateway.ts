import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../base/errors.ts';
import { randomBytes } from '../base/random.ts';
import { nodeHttp } from '../model/node-http.ts';
import { isProbe, judgePush, type RefUpdate } from './ref-update.ts';
import { addressOf, type RemotePlace } from './remote-place.ts';

/** Git's way to the repository for one operation. */
export interface GitGateway {
  /** Stands for the address of the repository. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What is held of one request. A push of more goes no other way. */
const MAX_BODY = 64 * 1024 * 1024;
const MAX_CONNECTIONS = 8;

/** Of git's headers, those that the other side reads. Whatever logs in is ours. */
const PASSED = ['accept', 'content-type', 'content-encoding', 'git-protocol', 'user-agent'];

/**
 * A server on the loopback interface that adds the token to what git sends. Git's own processes never
 * have it: whatever runs as the same user can read their environment. Who finds the address can do what
 * it was opened for and no more: fetch, or make the one update.
 */
export async function openGitGateway(
  place: RemotePlace,
  use: 'fetch' | RefUpdate,
): Promise<GitGateway> {
  const path = `/${randomBytes(24).toString('hex')}/${place.repository}.git`;
  const server = nodeHttp.createServer((request, response) => {
    answer({ place, use, path }, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 502, `The repository could not be reached: ${messageOf(error)}`);
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Opening {
  readonly place: RemotePlace;
  readonly use: 'fetch' | RefUpdate;
  readonly path: string;
}

async function answer(
  { place, use, path }: Opening,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const service = use === 'fetch' ? 'git-upload-pack' : 'git-receive-pack';
  const asked = `${request.method} ${request.url}`;
  const target = (rest: string) => `${addressOf(place)}/${rest}`;
  if (asked === `GET ${path}/info/refs?service=${service}`) {
    return forward(place, target(`info/refs?service=${service}`), request, response);
  }
  if (asked !== `POST ${path}/${service}`) return refuse(response, 403, 'Not here.');
  const body = await bodyOf(request);
  if (body === undefined) return refuse(response, 413, 'More than 64 MiB can’t be sent.');
  if (use !== 'fetch') {
    if (isProbe(body)) {
      response.writeHead(200, { 'content-type': `application/x-${service}-result` }).end();
      return;
    }
    const found = request.headers['content-encoding'] ? 'other' : judgePush(body, use);
    if (found === 'other') return refuse(response, 403, 'Another push than the one expected.');
    if (found === 'moved') return refuse(response, 409, 'The branch stands on another commit.');
  }
  return forward(place, target(service), request, response, body);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BODY) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function forward(
  { fetch, token }: RemotePlace,
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  body?: Buffer<ArrayBuffer>,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const passed = PASSED.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const login = Buffer.from(`x-access-token:${token}`).toString('base64');
  const given = await fetch(url, {
    method: request.method ?? 'GET',
    headers: { ...Object.fromEntries(passed), authorization: `basic ${login}` },
    signal: gone.signal,
    ...(body && { body }),
  });
  const type = given.headers.get('content-type');
  response.writeHead(given.status, { ...(type !== null && { 'content-type': type }) });
  await pipeline(given.body ?? [], response);
}

/** Git prints plain text of an answer that refuses. */
function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${why}\n`);
}
