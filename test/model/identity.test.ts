import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createModel } from '../../src/model/create-model.ts';
import { openIdentity } from '../../src/model/identity/open-identity.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import {
  type FederationOptions,
  ORGANIZATION,
  RULE,
  startFederation,
} from '../fakes/federation.ts';
import { Conversation } from './conversation.ts';

const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };

interface Given extends Partial<FederationOptions> {
  /** On top of what a job with `id-token: write` has; empty: without it. */
  readonly variables?: (server: { issue(): string; url: string }) => Record<string, string>;
  readonly baseUrl?: (url: string) => string;
}

async function open({ variables, baseUrl = (url) => url, ...options }: Given = {}) {
  const server = await startFederation({ turns: Array(6).fill(done), ...options });
  onTestFinished(() => server.close());
  const secrets: string[] = [];
  const environment = { ...server.variables, ...variables?.(server) };
  const identity = openIdentity({
    environment,
    baseUrl: baseUrl(server.url),
    onSecret: ({ value }) => secrets.push(value),
  });
  const modelOf = (model: string) =>
    createModel({
      model,
      identity,
      environment,
      isAside: true,
      baseUrl: baseUrl(server.url),
      retry: { baseMs: 1, cutMs: 1, maxRetries: 2, maxUnreachable: 2 },
    });
  const talk = new Conversation(await modelOf('sonnet'));
  const again = async (to = talk) => {
    to.tell('', { and: 'Go on.' });
    await to.ask();
  };
  return { server, talk, again, modelOf, secrets };
}

const noGithub = { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' };

function tokenFile(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'identity-')), 'token');
  writeFileSync(file, content);
  return file;
}

test("the job's identity is exchanged once for many requests, of all models", async () => {
  const { server, talk, again, modelOf, secrets } = await open();
  await talk.ask();
  await again();
  await new Conversation(await modelOf('haiku')).ask();
  expect(server.exchanges).toEqual([
    {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: server.secrets()[1],
      federation_rule_id: RULE,
      organization_id: ORGANIZATION,
    },
  ]);
  expect(server.bearers()).toHaveLength(3);
  expect(secrets).toEqual(server.secrets().slice(1));
});

test('service account, workspace and audience are sent as they were set', async () => {
  const { server, talk } = await open({
    audience: 'https://claude.example.com/?a=b',
    variables: () => ({
      ANTHROPIC_SERVICE_ACCOUNT_ID: 'svac_1',
      ANTHROPIC_WORKSPACE_ID: 'wrkspc_1',
      ANTHROPIC_OIDC_AUDIENCE: 'https://claude.example.com/?a=b',
      ANTHROPIC_SCOPE: 'display only',
    }),
  });
  await talk.ask();
  expect(server.exchanges).toMatchObject([
    { service_account_id: 'svac_1', workspace_id: 'wrkspc_1' },
  ]);
});

test('a token about to run out is exchanged anew, for a fresh identity token', async () => {
  const { server, talk, again } = await open({ seconds: 20 });
  await talk.ask();
  await again();
  await again();
  expect(new Set(server.exchanges.map(({ assertion }) => assertion)).size).toBe(3);
  expect(new Set(server.bearers()).size).toBe(3);
});

test('a token that has a while is used while the next one is on its way', async () => {
  const { server, talk, again } = await open({ seconds: 100 });
  await talk.ask();
  await again();
  expect(new Set(server.bearers()).size).toBe(1);
  await expect.poll(() => server.exchanges.length).toBe(2);
  await again();
  expect(new Set(server.bearers()).size).toBe(2);
});

test('a token that the API refuses is renewed once, also where many requests are refused', async () => {
  const { server, talk, again, modelOf } = await open({ usesPerToken: 3 });
  const others = await Promise.all(['haiku', 'opus'].map(modelOf));
  const talks = [talk, ...others.map((model) => new Conversation(model))];
  await Promise.all(talks.map((each) => each.ask()));
  expect(server.exchanges).toHaveLength(1);
  await Promise.all(talks.map((each) => again(each)));
  expect(server.exchanges).toHaveLength(2);
  expect(talks.flatMap(({ retries }) => retries)).toEqual([]);
});

test("a second refusal is final, in the API's words", async () => {
  const { server, talk } = await open({ usesPerToken: 0 });
  await expect(talk.ask()).rejects.toThrow(
    'The API answered 401 (authentication_error): Authentication failed',
  );
  expect(server.bearers()).toHaveLength(2);
  expect(server.exchanges).toHaveLength(2);
  expect(talk.retries).toEqual([]);
});

test('the file of a token is read anew for each exchange, and wins over the rest', async () => {
  let file = '';
  const { server, talk, again } = await open({
    seconds: 20,
    variables: ({ issue }) => {
      file = tokenFile(`${issue()}\n`);
      return { ANTHROPIC_IDENTITY_TOKEN_FILE: file, ANTHROPIC_IDENTITY_TOKEN: 'other' };
    },
  });
  await talk.ask();
  const next = server.issue();
  writeFileSync(file, next);
  await again();
  expect(server.exchanges.at(-1)).toMatchObject({ assertion: next });
  await expect(again()).rejects.toThrow('It was sent the same identity token before');
  expect(server.requests.some(({ path }) => path.startsWith('/oidc'))).toBe(false);
});

test('a token in a variable is good for one exchange, and what to do about it is told', async () => {
  const { talk, again } = await open({
    seconds: 20,
    variables: ({ issue }) => ({ ANTHROPIC_IDENTITY_TOKEN: issue() }),
  });
  await talk.ask();
  await expect(again()).rejects.toThrow(
    /401 \(authentication_error\): Authentication failed\. It was sent the same identity token before.*id-token: write.*without ANTHROPIC_IDENTITY_TOKEN/u,
  );
});

test.each<[string, Record<string, string>, string]>([
  [
    'another organization',
    { ANTHROPIC_ORGANIZATION_ID: 'x' },
    '400 (invalid_request_error): organization_id. Look at ANTHROPIC_FEDERATION_RULE_ID',
  ],
  [
    'another audience',
    { ANTHROPIC_OIDC_AUDIENCE: 'x' },
    'The rule of ANTHROPIC_FEDERATION_RULE_ID has to match the identity token, its audience too',
  ],
  [
    'a file that is not there',
    { ANTHROPIC_IDENTITY_TOKEN_FILE: '/nowhere/token' },
    "the file of ANTHROPIC_IDENTITY_TOKEN_FILE can't be read (ENOENT)",
  ],
  [
    'an empty file',
    { ANTHROPIC_IDENTITY_TOKEN_FILE: tokenFile(' \n') },
    'the file of ANTHROPIC_IDENTITY_TOKEN_FILE is empty',
  ],
  [
    'what is no file',
    { ANTHROPIC_IDENTITY_TOKEN_FILE: '/dev/zero' },
    'the file with the identity token, /dev/zero, is no regular file',
  ],
  [
    'a file without an end',
    { ANTHROPIC_IDENTITY_TOKEN_FILE: tokenFile('x'.repeat(2_000_000)) },
    'is too large for one',
  ],
  [
    'a token that is too long',
    { ANTHROPIC_IDENTITY_TOKEN: 'x'.repeat(20_000) },
    'Identity token is 20 KiB, exceeds the 16 KiB assertion limit',
  ],
])('%s ends it at once', async (_, variables, words) => {
  const { talk } = await open({ variables: () => variables });
  await expect(talk.ask()).rejects.toThrow(words);
  expect(talk.retries).toEqual([]);
});

test.each<[string, NonNullable<FederationOptions['exchange']>, string]>([
  [
    'as OAuth says it',
    () => ({ status: 403, body: '{"error":"access_denied","error_description":"Archived."}' }),
    '403 (access_denied): Archived. Look at ANTHROPIC_FEDERATION_RULE_ID',
  ],
  ['a gateway without it', () => ({ status: 404, body: 'no' }), '404: no. The gateway at the base'],
  ['a page', () => ({ body: '<html>' }), '200: <html>. The gateway at the base URL has to pass'],
  ['no token', () => ({ body: '{"expires_in":1}' }), '200. The gateway at the base URL'],
  ['elsewhere', () => ({ status: 307, body: '', headers: { location: 'http://x' } }), '307. The'],
])('a refusal is told in its words: %s', async (_, exchange, words) => {
  const { talk } = await open({ exchange });
  await expect(talk.ask()).rejects.toThrow(
    `the token endpoint gave no access token for the job's identity: ${words}`,
  );
  expect(talk.retries).toEqual([]);
});

test.each<[string, Partial<FederationOptions>]>([
  ['the endpoint', { exchange: (index) => (index < 2 ? { status: 503, body: '' } : undefined) }],
  ['GitHub', { oidc: (index) => (index < 2 ? { status: 502, body: '' } : undefined) }],
])('trouble of %s passes', async (_, options) => {
  const { talk } = await open(options);
  await talk.ask();
  expect(talk.retries).toHaveLength(2);
});

test('an endpoint that asks to wait is asked again then, with another identity token', async () => {
  const { server, talk } = await open({
    exchange: (index) =>
      index === 0 ? { status: 429, headers: { 'retry-after-ms': '3' }, body: '' } : undefined,
  });
  await talk.ask();
  expect(talk.retries).toMatchObject([{ status: 429 }]);
  expect(talk.retries[0]?.delayMs).toBeGreaterThanOrEqual(3);
  expect(new Set(server.exchanges.map(({ assertion }) => assertion)).size).toBe(2);
});

test('an endpoint that is down is named', async () => {
  const down = 'http://127.0.0.1:1';
  const { talk } = await open({ baseUrl: () => down });
  await expect(talk.ask()).rejects.toThrow(
    `The API can't be reached (tried 3 times): The token endpoint ${down}/v1/oauth/token: connect ECONNREFUSED`,
  );
});

test("GitHub's endpoint that is down is named", async () => {
  const { talk } = await open({
    variables: () => ({ ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:1/oidc' }),
  });
  await expect(talk.ask()).rejects.toThrow("GitHub's identity tokens: connect ECONNREFUSED");
});

test('a gateway with a path gets the exchange as well', async () => {
  const { server, talk } = await open({ baseUrl: (url) => `${url}/claude/` });
  await talk.ask();
  expect(server.requests.map(({ path }) => path.split('?')[0])).toEqual([
    '/oidc',
    '/claude/v1/oauth/token',
    '/claude/v1/messages',
  ]);
});

test.each<[Record<string, string>, string | undefined, string]>([
  [{}, 'http://gateway.example', 'would go over it in the clear'],
  [{ ANTHROPIC_IDENTITY_TOKEN_FILE: 'token' }, undefined, 'has to hold an absolute path'],
  [noGithub, undefined, 'There is no identity token'],
  [{ ANTHROPIC_ORGANIZATION_ID: ' ' }, undefined, 'needs the variable ANTHROPIC_ORGANIZATION_ID'],
])('%j at %s does not start', async (variables, url, words) => {
  await expect(
    open({ variables: () => variables, ...(url !== undefined && { baseUrl: () => url }) }),
  ).rejects.toThrow(words);
});
