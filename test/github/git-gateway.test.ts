import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { gitRemote } from '../../src/github/delivery/git-remote.ts';
import { GitError, gitIn } from '../../src/github/git.ts';
import { withAccess } from '../../src/github/git-access.ts';
import { openGitGateway } from '../../src/github/git-gateway.ts';
import type { RefUpdate } from '../../src/github/ref-update.ts';
import type { RemotePlace } from '../../src/github/remote-place.ts';
import { createHttpFetch } from '../../src/model/http-fetch.ts';
import { startPlainServer } from '../fakes/http-server.ts';
import { startPrivateGit } from '../fakes/private-git.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';
import { seenInProcesses } from '../fakes/seen-in-processes.ts';

const FROM = 'a'.repeat(40);
const TO = 'b'.repeat(40);
const REF = 'refs/heads/tópic';
const UPDATE: RefUpdate = { ref: REF, from: FROM, to: TO };
const CAPABILITIES = '\0 report-status-v2 side-band-64k object-format=sha1 agent=git/2.39.5';
const fetchDirectly = createHttpFetch({ environment: {}, stallMs: 20_000 });
/** No other test has it: their processes run beside this one. */
const TOKEN = `ghs_${randomBytes(18).toString('hex')}`;
const LOGIN = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');

/** A repository with a branch `topic`, a private remote of it, and what processes show at each request. */
async function privateRemote() {
  const repository = createRepository({ 'a.txt': 'a\n' });
  const root = temporaryFolder();
  const bare = join(root, 'octo/app.git');
  repository.git('clone', '--quiet', '--bare', repository.root, bare);
  repository.git('-C', bare, 'branch', 'topic');
  repository.git('-C', bare, 'config', 'http.receivepack', 'true');
  repository.git('-C', bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const seen = new Map<string, string>();
  const serverUrl = await startPrivateGit(root, TOKEN, ({ method, url }) => {
    seen.set(`${method} ${url}`, seenInProcesses());
  });
  const place = { serverUrl, repository: 'octo/app', token: TOKEN, fetch: fetchDirectly };
  const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };
  const remote = gitRemote(gitIn(repository.root, environment), place);
  return { repository, bare, remote, seen, place };
}

test('no process shows the token while git pushes and fetches', async () => {
  const { repository, bare, remote, seen } = await privateRemote();
  const onto = repository.git('rev-parse', 'HEAD').trim();
  // So much that git asks first and then sends it in pieces.
  repository.write('large.bin', randomBytes(3_000_000));
  const commit = repository.commit('large');
  await remote.push({ commit, branch: 'topic', onto });
  expect(repository.git('-C', bare, 'rev-parse', 'topic').trim()).toBe(commit);

  const other = createRepository({ 'b.txt': 'b\n' });
  other.git('push', '--quiet', bare, 'HEAD:refs/heads/other');
  const theirs = other.git('rev-parse', 'HEAD').trim();
  await remote.present(theirs);
  expect(repository.git('show', `${theirs}:b.txt`)).toBe('b\n');

  expect([...seen.keys()].sort()).toEqual([
    'GET /octo/app.git/info/refs?service=git-receive-pack',
    'GET /octo/app.git/info/refs?service=git-upload-pack',
    'POST /octo/app.git/git-receive-pack',
    'POST /octo/app.git/git-upload-pack',
  ]);
  for (const shown of seen.values()) {
    // It does see git's processes and their environment.
    expect(shown).toMatch(/remote-http\0/);
    expect(shown).toContain('GIT_CONFIG_VALUE_0=');
    expect(shown.includes(TOKEN) || shown.includes(LOGIN)).toBe(false);
  }
});

test('a branch that stands elsewhere than expected is left there', async () => {
  const { repository, bare, remote } = await privateRemote();
  const before = repository.git('rev-parse', 'HEAD').trim();
  const onto = repository.commit('not there yet');
  const commit = repository.commit('on top');
  // Git alone would see nothing wrong: it goes forward from what stands there.
  await expect(remote.push({ commit, branch: 'topic', onto })).rejects.toMatchObject({
    cause: { stderr: expect.stringContaining('HTTP 409') },
  });
  expect(repository.git('-C', bare, 'rev-parse', 'topic').trim()).toBe(before);
});

test('what stands in the way is told in git’s words, with the address of the repository', async () => {
  const { repository, place } = await privateRemote();
  const git = gitIn(repository.root, { PATH: process.env['PATH'] ?? '' });
  const wordsOf = async (there: Partial<RemotePlace>) => {
    const listing = withAccess({ ...place, ...there }, 'fetch', ({ url, env }) =>
      git(['ls-remote', url], { env }),
    );
    const error = await listing.catch((reason: unknown) => reason);
    return error instanceof GitError ? `${error.message}\n${stderrOf(error)}` : '';
  };
  const nobody = await wordsOf({ serverUrl: 'http://127.0.0.1:1' });
  expect(nobody).toContain('remote: The repository could not be reached: connect ECONNREFUSED');
  expect(nobody).toContain("unable to access 'http://127.0.0.1:1/octo/app.git/'");
  const wrong = await wordsOf({ token: 'wrong' });
  expect(wrong).toContain(`could not read Username for '${place.serverUrl}'`);
  expect(wrong + nobody).not.toMatch(/wrong|[0-9a-f]{48}/);
});

const stderrOf = ({ cause }: GitError) => String((cause as { stderr?: unknown }).stderr);

async function opened(use: 'fetch' | RefUpdate) {
  const remote = await startPlainServer(() => ({ status: 200, body: 'answer' }));
  onTestFinished(() => remote.close());
  const place = { serverUrl: remote.url, repository: 'octo/app', token: TOKEN };
  const gateway = await openGitGateway({ ...place, fetch: fetchDirectly }, use);
  onTestFinished(() => gateway.close());
  return { gateway, remote };
}

function line(text: string): string {
  return `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`;
}

const pushOf = (...lines: string[]) => `${lines.map(line).join('')}0000PACK…`;
const EXPECTED = `${FROM} ${TO} ${REF}${CAPABILITIES}`;
const ZERO = '0'.repeat(40);

test.each([
  ['as git writes it', pushOf(EXPECTED)],
  ['from a shallow clone', pushOf(`shallow ${'c'.repeat(40)}\n`, EXPECTED)],
])('the expected push goes through, with the token: %s', async (_what, body) => {
  const { gateway, remote } = await opened(UPDATE);
  const response = await fetch(`${gateway.url}/git-receive-pack`, {
    method: 'POST',
    headers: { authorization: 'basic d3Jvbmc=', 'git-protocol': 'version=1', cookie: 'x' },
    body,
  });
  expect([response.status, await response.text()]).toEqual([200, 'answer']);
  expect(remote.received).toMatchObject([
    {
      path: '/octo/app.git/git-receive-pack',
      headers: { authorization: `basic ${LOGIN}`, 'git-protocol': 'version=1' },
      body,
    },
  ]);
  expect(remote.received[0]?.headers['cookie']).toBeUndefined();
});

test.each([
  ['another branch', pushOf(`${FROM} ${TO} refs/heads/main${CAPABILITIES}`), 403],
  ['another commit', pushOf(`${FROM} ${'d'.repeat(40)} ${REF}${CAPABILITIES}`), 403],
  ['another commit before', pushOf(`${TO} ${TO} ${REF}${CAPABILITIES}`), 409],
  ['a new branch', pushOf(`${ZERO} ${TO} ${REF}${CAPABILITIES}`), 409],
  ['a deletion', `${line(`${FROM} ${ZERO} ${REF}${CAPABILITIES}`)}0000`, 403],
  ['a second command', pushOf(EXPECTED, `${FROM} ${ZERO} refs/heads/main`), 403],
  ['the same twice', pushOf(EXPECTED, EXPECTED), 403],
  ['a longer name', pushOf(`${FROM} ${TO} ${REF}x${CAPABILITIES}`), 403],
  ['a name over two lines', pushOf(`${FROM} ${TO} ${REF}\n${REF}${CAPABILITIES}`), 403],
  ['options', `${line(`${EXPECTED} push-options`)}0000${line('ci.skip')}0000PACK`, 403],
  ['a certificate', pushOf(`push-cert${CAPABILITIES}`, EXPECTED), 403],
  ['no pack', `${line(EXPECTED)}0000`, 403],
  ['no end', line(EXPECTED), 403],
  ['no line', 'PACK', 403],
  ['a length past the end', `ffff${EXPECTED}0000PACK`, 403],
  ['nothing', '', 403],
])('%s is refused', async (_what, body, status) => {
  const { gateway, remote } = await opened(UPDATE);
  const response = await fetch(`${gateway.url}/git-receive-pack`, { method: 'POST', body });
  expect(response.status).toBe(status);
  expect(remote.received).toEqual([]);
});

test('and so is one that is packed, and whatever else is asked while it is open', async () => {
  const { gateway, remote } = await opened(UPDATE);
  const { origin, pathname } = new URL(gateway.url);
  const [, secret = ''] = pathname.split('/');
  const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status;
  const post = { method: 'POST', body: pushOf(EXPECTED) };
  const packed = {
    method: 'POST',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(pushOf(EXPECTED)),
  };
  const answers = [
    statusOf(`${gateway.url}/git-receive-pack`, packed),
    statusOf(`${gateway.url}/git-receive-pack?x`, post),
    statusOf(`${gateway.url}/git-receive-pack`),
    statusOf(`${gateway.url}/git-upload-pack`, post),
    statusOf(`${gateway.url}/info/refs?service=git-upload-pack`),
    statusOf(`${gateway.url}/info/refs`),
    statusOf(`${origin}/${secret}/octo/other.git/git-receive-pack`, post),
    statusOf(`${origin}/${secret.replace(/./g, '0')}/octo/app.git/git-receive-pack`, post),
    statusOf(`${origin}/octo/app.git/info/refs?service=git-receive-pack`),
    statusOf(`${origin}/`),
  ];
  expect(new Set(await Promise.all(answers))).toEqual(new Set([403]));
  expect(remote.received).toEqual([]);
  expect(await statusOf(`${gateway.url}/info/refs?service=git-receive-pack`)).toBe(200);
});

test('while git fetches nothing is pushed, and what it packs stays so', async () => {
  const { gateway, remote } = await opened('fetch');
  const post = async (service: string, body: Buffer<ArrayBuffer>) => {
    const headers = { 'content-encoding': 'gzip' };
    return (await fetch(`${gateway.url}/${service}`, { method: 'POST', headers, body })).status;
  };
  expect(await post('git-upload-pack', gzipSync('0000'))).toBe(200);
  expect(remote.received[0]?.headers).toMatchObject({ 'content-encoding': 'gzip' });
  expect(await post('git-receive-pack', gzipSync('0000'))).toBe(403);
  expect(await post('git-upload-pack', Buffer.alloc(65 * 1024 * 1024))).toBe(413);
  expect(remote.received).toHaveLength(1);
});

test('it is closed when the operation is over', async () => {
  const { place } = await privateRemote();
  const url = await withAccess(place, 'fetch', async (access) => access.url);
  await expect(fetch(`${url}/info/refs?service=git-upload-pack`)).rejects.toThrow('fetch failed');
});
