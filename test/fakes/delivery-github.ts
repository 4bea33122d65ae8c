import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { commitOnBranch } from './commit-on-branch.ts';
import { type Answer, type DeliveryGithub, headOf } from './delivery-state.ts';
import { serveGit } from './git-server.ts';
import { JOB_TOKEN } from './github-api.ts';
import { pullRequests } from './pull-requests.ts';
import { type TestRepository, temporaryFolder } from './repository.ts';

/** `octo/app`, with what `source` holds on its branches. */
export async function startDeliveryGithub(source: TestRepository): Promise<DeliveryGithub> {
  const root = temporaryFolder('unattended-remote-');
  const bare = join(root, 'octo/app.git');
  execFileSync('git', ['clone', '--quiet', '--bare', source.root, bare]);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: bare, encoding: 'utf8' }).trim();
  git('config', 'http.receivepack', 'true');
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const server = createServer((request, response) => {
    handle(fake, request, response).catch((error: unknown) => {
      response.writeHead(400).end(JSON.stringify({ message: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: DeliveryGithub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    git,
    root,
    pulls: [],
    comments: [],
    requests: [],
    failures: [],
    readOnly: false,
    mayOpenPulls: true,
    defaultBranch: 'main',
    meanwhile: undefined,
  };
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return fake;
}

async function handle(fake: DeliveryGithub, request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? '/';
  const line = `${request.method} ${path}`;
  if (fake.meanwhile?.when.test(line)) {
    const { happens } = fake.meanwhile;
    fake.meanwhile = undefined;
    happens();
  }
  const send = ([status, body, headers = {}]: Answer) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  if (path.startsWith('/octo/app.git/')) {
    const login = Buffer.from(`x-access-token:${JOB_TOKEN}`).toString('base64');
    if (request.headers.authorization !== `basic ${login}`) return send([401, {}]);
    if (fake.readOnly && path.includes('receive-pack')) return send([403, {}]);
    return serveGit(fake.root, request, response, path);
  }
  let text = '';
  for await (const chunk of request) text += String(chunk);
  fake.requests.push(line);
  if (!/^(bearer|token) /i.test(request.headers.authorization ?? '')) return send([401, {}]);
  if (!request.headers.authorization?.endsWith(JOB_TOKEN)) {
    return send([401, { message: 'Bad credentials' }]);
  }
  const at = fake.failures.findIndex(({ when }) => when.test(line));
  const [failure] = at < 0 ? [] : fake.failures.splice(at, 1);
  if (failure && !failure.done) return send(failure.answer);
  const answer = answerTo(fake, request.method ?? 'GET', path, text === '' ? {} : JSON.parse(text));
  return send(failure?.answer ?? answer);
}

function answerTo(
  fake: DeliveryGithub,
  method: string,
  path: string,
  body: Record<string, unknown>,
): Answer {
  if (path === '/graphql') return commitOnBranch(fake, body);
  if (method !== 'GET' && fake.readOnly) {
    return [403, { message: 'Resource not accessible by integration' }];
  }
  if (path === '/user') return [403, { message: 'Resource not accessible by integration' }];
  const [, login] = /^\/users\/(\w+)$/.exec(path) ?? [];
  if (login !== undefined) return [200, { login, id: 1, type: 'User' }];
  const [, rest = 'none'] = /^\/repos\/octo\/app(.*)$/.exec(path) ?? [];
  if (rest === '') return [200, { full_name: 'octo/app', default_branch: fake.defaultBranch }];
  if (/^\/collaborators\/\w+\/permission$/.test(rest)) return [200, { permission: 'write' }];
  const [, branch] = /^\/git\/ref\/heads\/([^?]+)$/.exec(rest) ?? [];
  if (branch !== undefined) return refAnswer(fake, decodeURIComponent(branch));
  const [, sha] = /^\/git\/commits\/([0-9a-f]{40})$/.exec(rest) ?? [];
  if (sha !== undefined) return commitAnswer(fake, sha);
  const [, from, to] = /^\/compare\/([0-9a-f]{40})\.\.\.([0-9a-f]{40})$/.exec(rest) ?? [];
  if (from && to) return compareAnswer(fake, from, to);
  if (method === 'POST' && rest === '/git/refs') return createRef(fake, body);
  return pullRequests(fake, method, rest, body);
}

function refAnswer(fake: DeliveryGithub, branch: string): Answer {
  const sha = headOf(fake, branch);
  return sha === undefined ? [404, { message: 'Not Found' }] : [200, { object: { sha } }];
}

function commitAnswer({ git }: DeliveryGithub, sha: string): Answer {
  const [tree = '', ...parents] = git('show', '-s', '--format=%T %P', sha).split(' ');
  const of = (id: string) => ({ sha: id });
  return [200, { sha, tree: of(tree), parents: parents.filter(Boolean).map(of) }];
}

function compareAnswer({ git }: DeliveryGithub, from: string, to: string): Answer {
  const known = (sha: string) => git('rev-list', '--all').split('\n').includes(sha);
  if (!known(from) || !known(to)) return [404, { message: 'Not Found' }];
  const log = git('log', '--reverse', '--format=%H %T %P', `${from}..${to}`).split('\n');
  const commits = log.filter(Boolean).map((line) => {
    const [sha, tree, ...parents] = line.split(' ');
    return { sha, commit: { tree: { sha: tree } }, parents: parents.map((id) => ({ sha: id })) };
  });
  const isOn = git('merge-base', from, to) === from;
  return [200, { status: isOn ? 'ahead' : 'diverged', commits }];
}

function createRef(fake: DeliveryGithub, body: Record<string, unknown>): Answer {
  const { ref, sha } = body as { ref: string; sha: string };
  if (!/^refs\/heads\/./.test(ref))
    return [422, { message: 'Reference name must start with refs' }];
  if (headOf(fake, ref.slice(11)) !== undefined) {
    return [422, { message: 'Reference already exists' }];
  }
  fake.git('update-ref', ref, sha, '0'.repeat(40));
  return [201, { ref, node_id: `REF_${ref}`, object: { sha } }];
}
