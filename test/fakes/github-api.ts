import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuery } from './github/graph.ts';
import { sendLog, sendPage, sendRead } from './github/send.ts';
import { type GithubWorld, takeRefusal } from './github/world.ts';

interface StoredComment {
  readonly id: number;
  body: string;
  readonly html_url: string;
  readonly user: { login: string; type: string } | null;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly author_association?: string;
}

/** A loopback GitHub that keeps its rules: tokens, page sizes, body sizes, gone comments. */
export interface FakeGithub {
  readonly url: string;
  readonly comments: StoredComment[];
  readonly requests: { method: string; path: string; authorization: string; at: number }[];
  /** Answers every write with 403, as for the token of a fork's pull request. */
  readOnly: boolean;
  readonly world: GithubWorld;
  close(): Promise<void>;
}

export const JOB_TOKEN = `ghs_${'FAKEfake0123456789'.repeat(2)}`;
export const PERSONAL_TOKEN = `ghp_${'FAKEfake0123456789'.repeat(2)}`;

const ACCOUNTS: Readonly<Record<string, { login: string; type: string }>> = {
  [JOB_TOKEN]: { login: 'github-actions[bot]', type: 'Bot' },
  [PERSONAL_TOKEN]: { login: 'mona', type: 'User' },
};

export async function startFakeGithub(
  existing: Partial<StoredComment>[] = [],
  world: GithubWorld = {},
): Promise<FakeGithub> {
  const comments: StoredComment[] = existing.map((comment, index) => ({
    id: index + 1,
    body: '',
    html_url: `https://github.example/c/${index + 1}`,
    user: { login: 'someone', type: 'User' },
    created_at: '2026-01-01T00:00:00Z',
    updated_at: comment.created_at ?? '2026-01-01T00:00:00Z',
    author_association: 'NONE',
    ...comment,
  }));
  const server = createServer((request, response) => void handle(fake, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeGithub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    requests: [],
    readOnly: false,
    world,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

async function handle(
  fake: FakeGithub,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname: whole, searchParams } = new URL(request.url ?? '/', fake.url);
  // An Enterprise Server has it below a path.
  const pathname = whole.replace(/^\/api\/v3(?=\/)/, '');
  const method = request.method ?? 'GET';
  const authorization = request.headers.authorization ?? '';
  fake.requests.push({ method, path: request.url ?? '', authorization, at: Date.now() });
  fake.world.onRequest?.();
  const account = ACCOUNTS[authorization.replace(/^(token|Bearer) /i, '')];
  let isMute = false;
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    if (isMute) return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const stored = /^\/blobs\/(\d+)$/.exec(pathname);
  if (stored) return sendLog(fake, Number(stored[1]), authorization, response);
  const { moved } = fake.world;
  if (moved && pathname.startsWith(`/repos/${moved.from}/`)) {
    const location = `${fake.url}${pathname.replace(moved.from, moved.to)}`;
    return send(301, { message: 'Moved Permanently' }, { location });
  }
  const refusal = takeRefusal(fake.world, method, pathname);
  if (refusal?.without === 'before') return void response.destroy();
  if (refusal?.without === 'after') isMute = true;
  else if (refusal) return send(refusal.status, { message: refusal.message }, refusal.headers);
  if (!account) return send(401, { message: 'Bad credentials' });
  if (pathname === '/user') {
    // A job's token is an app installation: it has no user.
    if (account.type === 'Bot')
      return send(403, { message: 'Resource not accessible by integration' });
    return send(200, account);
  }
  // A POST that reads.
  if (pathname === '/graphql') return send(...answerQuery(fake.world, text));
  if (method !== 'GET' && fake.readOnly)
    return send(403, { message: 'Resource not accessible by integration' });
  const list = /^\/repos\/[^/]+\/[^/]+\/issues\/(\d+)\/comments$/.exec(pathname);
  if (list && method === 'GET') {
    return sendPage(fake, { pathname, query: searchParams, list: fake.comments }, send);
  }
  if (method === 'GET') return sendRead(fake, pathname, searchParams, response);
  const { body = '' } = (text === '' ? {} : JSON.parse(text)) as { body?: string };
  if (body.length > 65_536)
    return send(422, { message: 'Body is too long (maximum is 65536 characters)' });
  if (list && method === 'POST') {
    const id = Math.max(0, ...fake.comments.map((comment) => comment.id)) + 1;
    const created = { id, body, html_url: `https://github.example/c/${id}`, user: account };
    fake.comments.push(created);
    return send(201, created);
  }
  const one = /^\/repos\/[^/]+\/[^/]+\/issues\/comments\/(\d+)$/.exec(pathname);
  const comment = fake.comments.find(({ id }) => id === Number(one?.[1]));
  if (!comment) return send(404, { message: 'Not Found' });
  if (comment.user?.login !== account.login)
    return send(403, { message: 'Must have admin rights' });
  comment.body = body;
  return send(200, comment);
}
