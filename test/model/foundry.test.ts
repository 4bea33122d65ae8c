import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createModel } from '../../src/model/create-model.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { asEvents, type CloudReply, type CloudRequest, startCloud } from '../fakes/cloud-server.ts';
import { Conversation } from './conversation.ts';

const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };
const isModel = ({ path }: CloudRequest) => path.endsWith('/v1/messages');
const app = { AZURE_TENANT_ID: 'tenant', AZURE_CLIENT_ID: 'client' };

async function talkTo(
  route: (request: CloudRequest, index: number) => CloudReply | undefined,
  variables: (url: string) => Record<string, string>,
) {
  const cloud = await startCloud(route);
  onTestFinished(() => cloud.close());
  const model = await createModel({
    model: 'sonnet',
    cloud: 'foundry',
    environment: {
      ANTHROPIC_FOUNDRY_BASE_URL: `${cloud.url}/anthropic/`,
      AZURE_AUTHORITY_HOST: cloud.url,
      ...variables(cloud.url),
    },
    retry: { baseMs: 1, cutMs: 1, maxRetries: 3 },
  });
  const talk = new Conversation(model);
  const again = async () => {
    talk.tell('', { and: 'Go on.' });
    await talk.ask();
  };
  return { cloud, model, talk, again };
}

const token = (name: string, seconds: number): CloudReply => ({
  body: JSON.stringify({ access_token: name, expires_in: seconds, token_type: 'Bearer' }),
});

test('a key goes in its header', async () => {
  const { cloud, model, talk } = await talkTo(
    () => asEvents(done, 'claude-sonnet-5-5'),
    () => ({ ANTHROPIC_FOUNDRY_API_KEY: 'foundry-key' }),
  );
  await talk.ask();
  expect(model.provider).toBe('foundry');
  expect(cloud.requests.map(({ path }) => path)).toEqual(['/anthropic/v1/messages']);
  expect(cloud.requests[0]?.headers['x-api-key']).toBe('foundry-key');
});

test('the token of an application is asked for once, and again before it runs out', async () => {
  const { cloud, talk, again } = await talkTo(
    (request, index) =>
      isModel(request) ? asEvents(done, 'x') : token(`entra-${index}`, index === 0 ? 200 : 3600),
    () => ({ ...app, AZURE_CLIENT_SECRET: 'client-secret' }),
  );
  await talk.ask();
  await again();
  await again();
  expect(cloud.requests.map(({ path, headers }) => headers['authorization'] ?? path)).toEqual([
    '/tenant/oauth2/v2.0/token',
    'Bearer entra-0',
    '/tenant/oauth2/v2.0/token',
    'Bearer entra-2',
    'Bearer entra-2',
  ]);
  expect(Object.fromEntries(new URLSearchParams(cloud.requests[0]?.text))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'client',
    scope: 'https://ai.azure.com/.default',
    client_secret: 'client-secret',
  });
});

test.each(['a file', 'GitHub'])(
  'the identity token of %s stands in for a secret',
  async (source) => {
    const file = join(mkdtempSync(join(tmpdir(), 'federated-')), 'token');
    writeFileSync(file, 'identity\n');
    const { cloud, talk } = await talkTo(
      (request) => {
        if (request.path.startsWith('/oidc')) return { body: '{"value":"identity"}' };
        return isModel(request) ? asEvents(done, 'x') : token('entra', 3600);
      },
      (url) => ({
        ...app,
        ...(source === 'a file'
          ? { AZURE_FEDERATED_TOKEN_FILE: file }
          : {
              ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/oidc?v=1`,
              ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
            }),
      }),
    );
    await talk.ask();
    const exchange = cloud.requests.find(({ path }) => path.startsWith('/tenant'));
    expect(Object.fromEntries(new URLSearchParams(exchange?.text))).toMatchObject({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'identity',
    });
    expect(cloud.requests.find(isModel)?.headers['authorization']).toBe('Bearer entra');
  },
);

test('trouble of GitHub passes, and what it refuses stays refused', async () => {
  const statuses = [502, 429, 200, 403];
  const { talk, again } = await talkTo(
    (request) => {
      if (isModel(request)) return asEvents(done, 'x');
      if (!request.path.startsWith('/oidc')) return token('entra', 0);
      return { status: statuses.shift() ?? 200, body: '{"value":"identity"}' };
    },
    (url) => ({
      ...app,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/oidc`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
    }),
  );
  await talk.ask();
  expect(talk.retries.map(({ status }) => status)).toEqual([502, 429]);
  const refused = await again().catch(String);
  expect(refused).toContain('GitHub gave no identity token (403)');
  expect(talk.retries).toHaveLength(2);
});

test('trouble of Entra ID passes, and what it refuses stays refused', async () => {
  const busy = { status: 503, body: '<html>busy</html>' };
  const replies: CloudReply[] = [busy, { ...busy, status: 429 }, token('entra', 0)];
  const { talk, again } = await talkTo(
    (request) =>
      isModel(request) ? asEvents(done, 'x') : (replies.shift() ?? { status: 400, body: '{}' }),
    () => ({ ...app, AZURE_CLIENT_SECRET: 'client-secret' }),
  );
  await talk.ask();
  expect(talk.retries.map(({ status }) => status)).toEqual([503, 429]);
  await expect(again()).rejects.toThrow('Entra ID gave no credentials: 400');
  expect(talk.retries).toHaveLength(2);
});

test('a run that is told to end does not wait for who gives tokens', async () => {
  const silent = createServer();
  const asked = new Promise((resolve) => silent.once('connection', resolve));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const { talk } = await talkTo(
    () => undefined,
    () => ({
      ...app,
      AZURE_CLIENT_SECRET: 'client-secret',
      AZURE_AUTHORITY_HOST: `http://127.0.0.1:${port}`,
    }),
  );
  const told = new AbortController();
  const answer = talk.ask(told.signal);
  await asked;
  told.abort(new Error('Enough.'));
  await expect(answer).rejects.toThrow('Enough.');
});

test('an application that Entra refuses is told at once, in its words', async () => {
  const { talk } = await talkTo(
    () => ({
      status: 401,
      body: JSON.stringify({
        error: 'invalid_client',
        error_description: 'AADSTS7000215: No.\r\nTrace',
      }),
    }),
    () => ({ ...app, AZURE_CLIENT_SECRET: 'client-secret' }),
  );
  await expect(talk.ask()).rejects.toThrow('Entra ID gave no credentials: 401 AADSTS7000215: No.');
  expect(talk.retries).toEqual([]);
});

test.each([
  [{ ANTHROPIC_FOUNDRY_API_KEY: 'k' }, 'use_foundry needs the variable ANTHROPIC_FOUNDRY_RESOURCE'],
  [{ ANTHROPIC_FOUNDRY_RESOURCE: 'https://r', ANTHROPIC_FOUNDRY_API_KEY: 'k' }, 'the name alone'],
  [{ ANTHROPIC_FOUNDRY_RESOURCE: 'r' }, 'use_foundry needs credentials: ANTHROPIC_FOUNDRY_API_KEY'],
  [
    { ANTHROPIC_FOUNDRY_RESOURCE: 'r', ANTHROPIC_FOUNDRY_API_KEY: 'k\nk' },
    'The Foundry key has a blank, a line break',
  ],
])('%j does not start', async (environment, words) => {
  await expect(createModel({ model: 'sonnet', cloud: 'foundry', environment })).rejects.toThrow(
    words,
  );
});
