import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureCommit } from '../../src/github/fetch-commit.ts';
import { gitIn } from '../../src/github/git.ts';
import { fetchingWith } from '../../src/github/git-access.ts';
import { serveGit } from '../fakes/git-server.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const TOKEN = `ghs_${'FAKEfake0123456789'.repeat(2)}`;

/** A private repository: git's own server behind a login. */
async function privateServer(root: string): Promise<string> {
  const server = createServer((request, response) => {
    const given = request.headers.authorization ?? '';
    const login = Buffer.from(given.replace(/^basic /i, ''), 'base64').toString();
    if (login !== `x-access-token:${TOKEN}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
    } else serveGit(root, request, response, request.url ?? '/');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a shallow checkout of a private repository gets its base commit with the token', async () => {
  const upstream = createRepository({ 'a.txt': 'base\n' });
  const base = upstream.git('rev-parse', 'HEAD').trim();
  upstream.write('a.txt', 'head\n');
  upstream.commit('head');
  const bare = temporaryFolder();
  upstream.git('clone', '--quiet', '--bare', upstream.root, join(bare, 'octo/app.git'));
  upstream.git('-C', join(bare, 'octo/app.git'), 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const serverUrl = await privateServer(bare);
  const root = join(temporaryFolder(), 'clone');
  upstream.git('clone', '--quiet', '--depth=1', `file://${upstream.root}`, root);
  upstream.git('-C', root, 'remote', 'set-url', 'origin', `${serverUrl}/octo/app.git`);
  const git = gitIn(root, { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' });

  await expect(ensureCommit(base, git)).rejects.toThrow('git fetch');
  const place = { serverUrl, repository: 'octo/app', token: TOKEN };
  await ensureCommit(base, fetchingWith(git, place));
  expect(await git(['show', `${base}:a.txt`])).toBe('base\n');
  expect(upstream.git('-C', root, 'config', '--list')).not.toContain('extraheader');
});
