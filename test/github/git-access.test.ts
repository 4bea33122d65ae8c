import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureCommit } from '../../src/github/fetch-commit.ts';
import { gitIn } from '../../src/github/git.ts';
import { fetchingWith } from '../../src/github/git-access.ts';
import { createHttpFetch } from '../../src/model/http-fetch.ts';
import { startPrivateGit } from '../fakes/private-git.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';

const TOKEN = `ghs_${'FAKEfake0123456789'.repeat(2)}`;

test('a shallow checkout of a private repository gets its base commit with the token', async () => {
  const upstream = createRepository({ 'a.txt': 'base\n' });
  const base = upstream.git('rev-parse', 'HEAD').trim();
  upstream.write('a.txt', 'head\n');
  upstream.commit('head');
  const bare = temporaryFolder();
  upstream.git('clone', '--quiet', '--bare', upstream.root, join(bare, 'octo/app.git'));
  upstream.git('-C', join(bare, 'octo/app.git'), 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const serverUrl = await startPrivateGit(bare, TOKEN);
  const root = join(temporaryFolder(), 'clone');
  upstream.git('clone', '--quiet', '--depth=1', `file://${upstream.root}`, root);
  upstream.git('-C', root, 'remote', 'set-url', 'origin', `${serverUrl}/octo/app.git`);
  const git = gitIn(root, { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' });

  await expect(ensureCommit(base, git)).rejects.toThrow('git fetch');
  const fetch = createHttpFetch({ environment: {}, stallMs: 20_000 });
  const place = { serverUrl, repository: 'octo/app', token: TOKEN, fetch };
  await ensureCommit(base, fetchingWith(git, place));
  expect(await git(['show', `${base}:a.txt`])).toBe('base\n');
  expect(upstream.git('-C', root, 'config', '--list')).not.toContain('extraheader');
});
