import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parsePatch } from 'diff';
import { onTestFinished } from 'vitest';
import { JOB_TOKEN } from './github-api.ts';
import type { TestRepository } from './repository.ts';

interface StoredReviewComment {
  readonly id: number;
  body: string;
  readonly path: string;
  readonly line: number;
  readonly start_line: number | null;
  readonly user: { readonly login: string; readonly type: string } | null;
  readonly in_reply_to_id?: number;
}

/** A pull request on a loopback GitHub that keeps the rules of reviews: lines of the diff, pages, authors, threads. */
export interface ReviewGithub {
  readonly url: string;
  readonly comments: StoredReviewComment[];
  readonly reviews: { readonly body: string; readonly count: number }[];
  readonly issueComments: { readonly id: number; body: string; user: unknown; html_url: string }[];
  readonly resolved: Set<number>;
  readonly requests: string[];
  /** Whether the token has `contents: write`, which resolving asks for. */
  mayResolve: boolean;
  /** Answers every write with this status. */
  refuse: number | undefined;
  /** A line that GitHub says is in no diff, whatever the diff says. */
  strictLine: number | undefined;
  head: string;
  diff: string;
}

const BOT = { login: 'github-actions[bot]', type: 'Bot' };
type Sent = Readonly<Record<string, unknown>>;
type Send = (status: number, body: unknown, headers?: Record<string, string>) => unknown;

export async function startReviewGithub(
  repository: TestRepository,
  base: string,
): Promise<ReviewGithub> {
  const server = createServer((request, response) => void handle(fake, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: ReviewGithub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments: [],
    reviews: [],
    issueComments: [],
    resolved: new Set(),
    requests: [],
    mayResolve: true,
    refuse: undefined,
    strictLine: undefined,
    head: '',
    diff: '',
  };
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  pushed(fake, repository, base);
  return fake;
}

/** What a push to the pull request changes. */
export function pushed(fake: ReviewGithub, repository: TestRepository, base: string): void {
  fake.head = repository.git('rev-parse', 'HEAD').trim();
  fake.diff = repository.git('diff', '-M', `${base}...${fake.head}`);
}

async function handle(
  fake: ReviewGithub,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '/', fake.url);
  const method = request.method ?? 'GET';
  fake.requests.push(`${method} ${pathname}`);
  const send: Send = (status, body, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const body = (text === '' ? {} : JSON.parse(text)) as Sent;
  const token = (request.headers.authorization ?? '').replace(/^(token|Bearer) /i, '');
  if (token !== JOB_TOKEN) return send(401, { message: 'Bad credentials' });
  if (pathname === '/user') return send(403, { message: 'Resource not accessible by integration' });
  if (pathname === '/graphql') return graphql(fake, body, send);
  const path = pathname.replace('/repos/octo/app', '');
  if (method !== 'GET' && fake.refuse !== undefined)
    return send(fake.refuse, { message: 'Resource not accessible by integration' });
  if (method === 'GET') return read(fake, path, searchParams, send);
  return write(fake, `${method} ${path}`, body, send);
}

function read(fake: ReviewGithub, path: string, query: URLSearchParams, send: Send): unknown {
  const lists: Record<string, readonly unknown[]> = {
    '/pulls/7/comments': fake.comments,
    '/pulls/7/files': filesOf(fake.diff),
    '/issues/7/comments': fake.issueComments,
  };
  const list = lists[path];
  if (list === undefined) return send(404, { message: 'Not Found' });
  const size = Math.min(100, Number(query.get('per_page') ?? 30));
  const page = Number(query.get('page') ?? 1);
  const more = page * size < list.length;
  const next = `<${fake.url}/repos/octo/app${path}?per_page=${size}&page=${page + 1}>; rel="next"`;
  return send(200, list.slice((page - 1) * size, page * size), more ? { link: next } : {});
}

function write(fake: ReviewGithub, what: string, body: Sent, send: Send): unknown {
  const edited = /^PATCH \/(pulls|issues)\/comments\/(\d+)$/.exec(what);
  if (edited) {
    const list = edited[1] === 'pulls' ? fake.comments : fake.issueComments;
    const comment = list.find(({ id }) => id === Number(edited[2]));
    if (!comment) return send(404, { message: 'Not Found' });
    if ((comment.user as typeof BOT | null)?.login !== BOT.login)
      return send(403, { message: 'Must have admin rights' });
    comment.body = String(body['body']);
    return send(200, comment);
  }
  if (what === 'POST /issues/7/comments') {
    const id = fake.issueComments.length + 5_000;
    fake.issueComments.push({
      id,
      body: String(body['body']),
      user: BOT,
      html_url: `https://x/${id}`,
    });
    return send(201, fake.issueComments.at(-1));
  }
  if (what === 'POST /pulls/7/comments') return create(fake, [body], body, send);
  if (what !== 'POST /pulls/7/reviews') return send(404, { message: 'Not Found' });
  if (body['event'] !== 'COMMENT' || !body['body'])
    return send(422, { message: 'Body is needed, and nothing but comments is allowed here' });
  const comments = body['comments'] as Sent[];
  fake.reviews.push({ body: String(body['body']), count: comments.length });
  return create(fake, comments, body, send);
}

/** All or none. */
function create(fake: ReviewGithub, comments: readonly Sent[], whole: Sent, send: Send): unknown {
  const problem = comments.map((comment) => problemOf(fake, comment)).find(Boolean);
  if (problem || whole['commit_id'] !== fake.head)
    return send(422, { message: 'Unprocessable Entity', errors: [problem ?? 'No such commit'] });
  for (const { path, line, start_line, body } of comments)
    fake.comments.push({
      id: fake.comments.length + 101,
      body: String(body),
      path: String(path),
      line: Number(line),
      start_line: typeof start_line === 'number' ? start_line : null,
      user: BOT,
    });
  return send(201, { id: 1 });
}

function problemOf(fake: ReviewGithub, comment: Sent): string | undefined {
  const { path, line, start_line: start = line, side, start_side, body } = comment;
  if (typeof body !== 'string' || body.length > 65_536) return 'Body is too long';
  if (side !== 'RIGHT' || line === fake.strictLine) return 'line must be part of the diff';
  if (start !== line && start_side !== 'RIGHT') return 'start side is missing';
  if ('start_line' in comment && Number(start) >= Number(line))
    return 'start line must precede the end line.';
  const hunks = parsePatch(fake.diff).find(({ newFileName }) => newFileName === `b/${path}`)?.hunks;
  const isIn = hunks?.some(
    ({ newStart, newLines }) =>
      Number(start) >= newStart && Number(line) <= newStart + newLines - 1,
  );
  return isIn ? undefined : 'line must be part of the diff, all in one hunk';
}

function filesOf(diff: string): unknown[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.includes('\n@@ '))
    .map((part) => ({
      filename: /^\+\+\+ b\/(.*)$/m.exec(part)?.[1],
      patch: part.slice(part.indexOf('\n@@ ') + 1).replace(/\n$/, ''),
    }));
}

function graphql(fake: ReviewGithub, { query, variables }: Sent, send: Send): unknown {
  const given = variables as Sent;
  const mutation = /(un)?resolveReviewThread/i.exec(String(query));
  if (mutation) {
    if (!fake.mayResolve)
      return send(200, { data: null, errors: [{ type: 'FORBIDDEN', message: 'Not accessible' }] });
    const id = Number(String(given['id']).replace('T_', ''));
    if (mutation[1]) fake.resolved.delete(id);
    else fake.resolved.add(id);
    return send(200, { data: { done: { thread: { isResolved: true } } } });
  }
  const starts = fake.comments.filter(({ in_reply_to_id }) => in_reply_to_id === undefined);
  const from = Number(given['after'] ?? 0);
  const nodes = starts.slice(from, from + 100).map(({ id }) => ({
    id: `T_${id}`,
    isResolved: fake.resolved.has(id),
    comments: { nodes: [{ databaseId: id }] },
  }));
  const pageInfo = { hasNextPage: from + 100 < starts.length, endCursor: String(from + 100) };
  return send(200, {
    data: { repository: { pullRequest: { reviewThreads: { nodes, pageInfo } } } },
  });
}
