import { expect, onTestFinished, test } from 'vitest';
import { githubClient } from '../../src/github/client/github-client.ts';
import { accountsOf } from '../../src/github/gate/accounts.ts';
import { readEvent } from '../../src/github/github-event.ts';
import { doubtsAbout } from '../../src/github/trust.ts';
import { createHttpFetch } from '../../src/model/http-fetch.ts';
import { JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';

async function accounts() {
  const users = {
    mona: { id: 1, permission: 'write' as const },
    reader: { id: 2, permission: 'read' as const },
  };
  const github = await startFakeGithub([], { users });
  onTestFinished(() => github.close());
  const fetch = createHttpFetch({ environment: {}, stallMs: 5_000 });
  return accountsOf(githubClient({ apiUrl: github.url, token: JOB_TOKEN, fetch }), 'octo/app');
}

const by = (login: string | null, association = 'NONE', type = 'User') => ({
  user: login === null ? null : { login, type },
  author_association: association,
});
const repository = { full_name: 'octo/app' };
const pull = (head: string, author: object) => ({
  pull_request: {
    number: 7,
    ...author,
    head: { ref: 'x', sha: 'a'.repeat(40), repo: { full_name: head } },
    base: { ref: 'main', sha: 'b'.repeat(40), repo: repository },
  },
});
const issue = (author: object, commenter: object) => ({
  issue: { number: 3, ...author },
  comment: { body: 'hi', ...commenter },
});
const run = (head: string | undefined, login: string | null, again: object | null = {}) => ({
  repository,
  workflow_run: {
    id: 4,
    actor: login && { login, type: 'User' },
    ...(again === null || 'login' in again ? { triggering_actor: again } : {}),
    head_repository: head === undefined ? null : { full_name: head },
  },
});

test.each<[string, string, object, RegExp | undefined]>([
  ['a writer', 'pull_request', pull('octo/app', by('mona')), undefined],
  // GitHub's answer counts, not what the event says.
  ['a reader who was a member', 'pull_request', pull('octo/app', by('reader', 'MEMBER')), /reader/],
  ['a writer from a fork', 'pull_request', pull('mona/app', by('mona')), /comes from a fork/],
  ['an account that is gone', 'pull_request', pull('octo/app', by(null)), /a deleted account/],
  [
    'a member whom GitHub does not know now',
    'pull_request',
    pull('octo/app', by('new-name', 'MEMBER')),
    undefined,
  ],
  ['a bot', 'pull_request', pull('octo/app', by('mona[bot]', 'MEMBER', 'Bot')), /mona\[bot\]/],
  ['a writer on a writer’s issue', 'issue_comment', issue(by('mona'), by('mona')), undefined],
  ['a writer on a reader’s issue', 'issue_comment', issue(by('reader'), by('mona')), /reader/],
  ['a run by a writer', 'workflow_run', run('octo/app', 'mona'), undefined],
  ['a run by a reader', 'workflow_run', run('octo/app', 'reader'), /reader/],
  [
    'a reader’s run that a writer starts again',
    'workflow_run',
    run('octo/app', 'reader', { login: 'mona', type: 'User' }),
    /reader/,
  ],
  [
    'a run of an account that is gone, started again',
    'workflow_run',
    run('octo/app', null, { login: 'mona', type: 'User' }),
    /a deleted account/,
  ],
  [
    'a writer’s run that a bot starts again',
    'workflow_run',
    run('octo/app', 'mona', { login: 'x[bot]', type: 'Bot' }),
    /x\[bot\]/,
  ],
  [
    'one by hand that nobody is named for',
    'workflow_run',
    run('octo/app', 'mona', null),
    /deleted/,
  ],
  ['a run of a fork', 'workflow_run', run('mona/app', 'mona'), /commits of a fork/],
  [
    'a run of a repository that is gone',
    'workflow_run',
    run(undefined, 'mona'),
    /commits of a fork/,
  ],
  ['a push', 'push', { ref: 'x' }, undefined],
])('%s', async (_what, name, payload, doubt) => {
  const doubts = await doubtsAbout(readEvent(name, payload), await accounts());
  if (doubt === undefined) expect(doubts).toEqual([]);
  else expect(doubts.join()).toMatch(doubt);
});
