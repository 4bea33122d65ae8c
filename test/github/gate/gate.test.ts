import { expect, onTestFinished, test } from 'vitest';
import { githubClient } from '../../../src/github/client/github-client.ts';
import { accountsOf } from '../../../src/github/gate/accounts.ts';
import { type GateQuestion, refusalOf } from '../../../src/github/gate/gate.ts';
import { readEvent } from '../../../src/github/github-event.ts';
import { trustOfPerson } from '../../../src/github/trust.ts';
import { createHttpFetch } from '../../../src/model/http-fetch.ts';
import type { FakeUser, GithubWorld } from '../../fakes/github/world.ts';
import { JOB_TOKEN, startFakeGithub } from '../../fakes/github-api.ts';

const USERS: Record<string, FakeUser> = {
  mona: { id: 1, permission: 'write' },
  ada: { id: 2, permission: 'admin' },
  reader: { id: 3, permission: 'read' },
  stranger: { id: 4 },
  'renovate[bot]': { id: 29, type: 'Bot' },
  'evil-renovate[bot]': { id: 31, type: 'Bot' },
  // A person may be called like a bot.
  renovate: { id: 66 },
  'quiet-bot': { id: 77, type: 'Bot' },
};

async function accounts(world: GithubWorld = {}) {
  const github = await startFakeGithub([], { users: USERS, ...world });
  onTestFinished(() => github.close());
  const fetch = createHttpFetch({ environment: {}, stallMs: 5_000 });
  const client = githubClient({ apiUrl: github.url, token: JOB_TOKEN, fetch });
  return accountsOf(client, 'octo/app');
}

const account = (login: string, id = 9, type = 'User') => ({ login, id, type });

const comment = (sender: unknown, author: unknown = sender, association = 'NONE') =>
  readEvent('issue_comment', {
    action: 'created',
    issue: { number: 3, title: 't', user: account('mona') },
    comment: { id: 5, body: '@unattended go', user: author, author_association: association },
    sender,
  });

const pull = (sender: unknown, head: string) =>
  readEvent('pull_request', {
    action: 'opened',
    pull_request: {
      number: 3,
      head: { ref: 'a', sha: 'a'.repeat(40), repo: { full_name: head } },
      base: { ref: 'main', sha: 'b'.repeat(40), repo: { full_name: 'octo/app' } },
    },
    sender,
  });

async function ask(event: GateQuestion['event'], more: Partial<GateQuestion> = {}) {
  return refusalOf({
    event,
    triggeringActor: undefined,
    taskFromComment: true,
    rules: { actors: [], bots: [] },
    accounts: 'accounts' in more ? undefined : await accounts(),
    ...more,
  });
}

test.each(['mona', 'ada', 'MONA'])('%s may: GitHub says so', async (login) => {
  expect(await ask(comment(account(login)))).toBeUndefined();
});

test.each([
  [comment(account('reader')), 'reader, who caused the event, has no write access'],
  // What the event says of them does not count where GitHub can be asked.
  [comment(account('reader'), account('reader'), 'OWNER'), 'reader, who caused the event, has no'],
  [comment(account('nobody')), 'GitHub does not say that nobody'],
  [
    comment(account('mona'), account('reader')),
    'reader, who wrote the comment, has no write access',
  ],
  [comment(account('mona'), null), 'ghost, who wrote the comment,'],
  [comment(null, null), 'ghost, who wrote the comment,'],
])('a refusal says who and why', async (event, words) => {
  expect(await ask(event)).toContain(words);
});

test('who starts it again counts as well', async () => {
  const again = { triggeringActor: 'reader' };
  expect(await ask(comment(account('mona')), again)).toContain('reader, who started this run,');
  expect(await ask(comment(account('reader')), { triggeringActor: 'mona' })).toContain('reader');
});

test('allowed_actors lets people in, and no bot', async () => {
  const rules = { actors: ['Reader'], bots: [] };
  expect(await ask(comment(account('reader')), { rules })).toBeUndefined();
  expect(await ask(comment(account('stranger')), { rules })).toContain('stranger');
  const all = { actors: ['*'], bots: [] };
  // The event calls it a person, and GitHub knows no such account.
  expect(await ask(comment(account('nobody')), { rules: all })).toContain('GitHub does not say');
  expect(await ask(comment(account('stranger')), { rules: all })).toBeUndefined();
  for (const name of ['renovate[bot]', 'quiet-bot']) {
    // The payload may call it a user: GitHub is asked.
    expect(await ask(comment(account(name)), { rules: all })).toContain(`${name}, which caused`);
  }
});

test.each([
  ['renovate[bot]', 29, ['29'], true],
  ['renovate[bot]', 29, ['renovate[bot]'], true],
  ['renovate[bot]', 29, ['renovate'], true],
  ['evil-renovate[bot]', 31, ['renovate[bot]'], false],
  ['evil-renovate[bot]', 31, ['29'], false],
  ['renovate', 66, ['renovate'], false],
  ['renovate[bot]', 29, [], false],
])('%s with id %i and allowed_bots %j', async (login, id, bots, isAllowed) => {
  const rules = { actors: [], bots };
  const refusal = await ask(comment(account(login, id, 'Bot')), { rules });
  expect(refusal === undefined).toBe(isAllowed);
});

test('a pull request from a fork is let through, one in the repository is asked about', async () => {
  expect(await ask(pull(account('stranger'), 'stranger/app'))).toBeUndefined();
  expect(await ask(pull(account('reader'), 'octo/app'))).toContain('no write access');
  expect(await ask(pull(account('mona'), 'octo/app'))).toBeUndefined();
});

test('without a token the event counts, closed', async () => {
  const none = { accounts: undefined };
  expect(await ask(comment(account('mona'), account('mona'), 'MEMBER'), none)).toBeUndefined();
  expect(await ask(comment(account('mona')), none)).toContain('without a github_token');
  const sent = comment(account('ada'), account('mona'), 'OWNER');
  expect(await ask(sent, none)).toContain('ada, who caused the event,');
  const bot = comment(account('renovate[bot]', 29, 'Bot'));
  expect(await ask(bot, { ...none, rules: { actors: ['*'], bots: [] } })).toContain('its id 29');
  expect(await ask(bot, { ...none, rules: { actors: [], bots: ['29'] } })).toBeUndefined();
});

test('a token that may not ask is like none', async () => {
  const refusals = [
    { path: /permission/, status: 403, message: 'Resource not accessible', times: 9 },
  ];
  const silent = await accounts({ refusals });
  const member = comment(account('mona'), account('mona'), 'MEMBER');
  expect(
    await refusalOf({
      event: member,
      triggeringActor: undefined,
      taskFromComment: true,
      rules: { actors: [], bots: [] },
      accounts: silent,
    }),
  ).toBeUndefined();
});

test('whoever may write and is not known to be a person has to be named', async () => {
  const users = { ...USERS, 'writing[bot]': { id: 90, type: 'Bot', permission: 'write' } } as const;
  const refusals = () => [{ path: /users/, status: 404, message: 'Not Found', times: 9 }];
  const unseen = await accounts({ users, refusals: refusals() });
  const again = { triggeringActor: 'writing[bot]', accounts: unseen };
  const event = comment(account('mona'));
  const question = { event, taskFromComment: true, ...again };
  expect(await refusalOf({ ...question, rules: { actors: [], bots: [] } })).toContain(
    'GitHub does not say whether writing[bot], who started this run, is a person or a bot',
  );
  // The event says what mona is.
  const named = { actors: ['writing'], bots: [] };
  expect(await refusalOf({ ...question, triggeringActor: 'mona', rules: named })).toBeUndefined();
});

test.each([
  ['a limit that is used up', 403, 'API rate limit exceeded for installation ID 1.'],
  ['a secondary one', 403, 'You have exceeded a secondary rate limit.'],
  ['too many requests', 429, 'Too many requests'],
  ['a failure', 500, 'Server Error'],
])('%s is no reason to take the event’s word', async (_what, status, message) => {
  // Members and collaborators may be readers.
  const member = comment(account('mona'), account('mona'), 'COLLABORATOR');
  const refusals = [{ path: /permission/, status, message, times: 9 }];
  const github = await startFakeGithub([], { users: USERS, refusals });
  onTestFinished(() => github.close());
  const fetch = createHttpFetch({ environment: {}, stallMs: 5_000 });
  const wait = async () => {};
  const client = githubClient({ apiUrl: github.url, token: JOB_TOKEN, fetch, wait });
  const unanswered = accountsOf(client, 'octo/app');
  expect(await ask(member, { accounts: unanswered })).toContain('GitHub does not say that mona');
  expect(await trustOfPerson(member.author, unanswered)).toBe('untrusted');
});
