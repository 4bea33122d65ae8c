import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createModel } from '../../src/model/create-model.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { asEvents, type CloudReply, type CloudRequest, startCloud } from '../fakes/cloud-server.ts';
import { Conversation } from './conversation.ts';

const call: FakeTurn = {
  content: [{ type: 'tool_use', name: 'Bash', input: { command: 'make' } }],
};
const place = { CLOUD_ML_REGION: 'europe-west1', ANTHROPIC_VERTEX_PROJECT_ID: 'acme' };
const isModel = ({ path }: CloudRequest) => path.includes('/publishers/');

async function talkTo(
  route: (request: CloudRequest, index: number) => CloudReply | undefined,
  credentials: (url: string) => unknown,
  variables: (url: string) => Record<string, string> = () => ({}),
) {
  const cloud = await startCloud(route);
  onTestFinished(() => cloud.close());
  const file = join(mkdtempSync(join(tmpdir(), 'google-')), 'credentials.json');
  writeFileSync(file, JSON.stringify(credentials(cloud.url)));
  const model = await createModel({
    model: 'sonnet',
    cloud: 'vertex',
    environment: {
      ...place,
      ANTHROPIC_VERTEX_BASE_URL: `${cloud.url}/v1`,
      GOOGLE_APPLICATION_CREDENTIALS: file,
      ...variables(cloud.url),
    },
    retry: { baseMs: 1, cutMs: 1, maxRetries: 3 },
  });
  return { cloud, model, talk: new Conversation(model) };
}

/** What google-github-actions/auth writes: GitHub's identity token, exchanged at Google's token service. */
const federated = (url: string) => ({
  type: 'external_account',
  audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/g',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: `${url}/sts`,
  credential_source: {
    url: `${url}/oidc?audience=x`,
    headers: { Authorization: 'Bearer request-token' },
    format: { type: 'json', subject_token_field_name: 'value' },
  },
});

/** Who gives tokens: GitHub for the job, Google for that. */
const given = ({ path }: CloudRequest, reply: CloudReply): CloudReply =>
  path.includes('/oidc') ? { body: '{"value":"github-token"}' } : reply;

const token = (name: string, seconds = 3600): CloudReply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ access_token: name, expires_in: seconds, token_type: 'Bearer' }),
});

test('a token is had for the job’s identity, and the request goes to the model’s path', async () => {
  const { cloud, model, talk } = await talkTo(
    (request) =>
      isModel(request)
        ? asEvents(call, 'claude-sonnet-5-5')
        : given(request, token('google-token')),
    federated,
  );
  const { message } = await talk.ask();
  talk.tell('made');
  await talk.ask();
  expect(model.provider).toBe('vertex');
  expect(talk.blocks).toEqual(message.content);
  expect(cloud.requests.map(({ path }) => path)).toEqual([
    '/oidc?audience=x',
    '/sts',
    '/v1/projects/acme/locations/europe-west1/publishers/anthropic/models/claude-sonnet-5-5:streamRawPredict',
    '/v1/projects/acme/locations/europe-west1/publishers/anthropic/models/claude-sonnet-5-5:streamRawPredict',
  ]);
  const request = cloud.requests.find(isModel);
  expect(request?.headers['authorization']).toBe('Bearer google-token');
  expect(request?.headers).not.toHaveProperty('anthropic-version');
  expect(JSON.parse(request?.text ?? '')).toMatchObject({
    anthropic_version: expect.any(String),
    stream: true,
  });
  expect(process.env['GOOGLE_APPLICATION_CREDENTIALS']).toBeUndefined();
});

test('GitHub’s identity token is fetched and exchanged anew when it runs out', async () => {
  let tokens = 0;
  const { cloud, talk } = await talkTo((request) => {
    if (isModel(request)) return asEvents(call, 'claude-sonnet-5-5');
    if (request.path === '/sts') tokens += 1;
    return given(request, token(`google-${tokens}`, tokens === 1 ? 10 : 3600));
  }, federated);
  await talk.ask();
  talk.tell('made');
  await talk.ask();
  const oidc = cloud.requests.filter(({ path }) => path.startsWith('/oidc'));
  expect(oidc.map(({ headers }) => headers['authorization'])).toEqual([
    'Bearer request-token',
    'Bearer request-token',
  ]);
  expect(cloud.requests.filter(isModel).map(({ headers }) => headers['authorization'])).toEqual([
    'Bearer google-1',
    'Bearer google-2',
  ]);
});

test('a quota that names no time passes by waiting', async () => {
  const quota = { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } };
  const { talk } = await talkTo((request, index) => {
    if (!isModel(request)) return given(request, token('google-token'));
    if (index === 2) return { status: 429, body: JSON.stringify(quota) };
    return asEvents(call, 'claude-sonnet-5-5');
  }, federated);
  await talk.ask();
  expect(talk.retries.map(({ error }) => error)).toEqual(['429: Quota exceeded']);
});

test('credentials that Google refuses are told at once, in its words', async () => {
  const { cloud, talk } = await talkTo(
    (request) =>
      given(request, {
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: '{"error":"invalid_grant","error_description":"Invalid JWT Signature."}',
      }),
    federated,
  );
  await expect(talk.ask()).rejects.toThrow(/Google gave no credentials: .*Invalid JWT Signature/u);
  expect(talk.retries).toEqual([]);
  expect(cloud.requests.filter(isModel)).toEqual([]);
});

test('a file with credentials that is not there is no trouble of the connection', async () => {
  const { cloud, talk } = await talkTo(
    () => undefined,
    federated,
    () => ({ GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/credentials.json' }),
  );
  await expect(talk.ask()).rejects.toThrow('Google gave no credentials: ENOENT');
  expect(talk.retries).toEqual([]);
  expect(cloud.requests).toEqual([]);
});

test('requests and exchanges go by the proxy', async () => {
  const { cloud, talk } = await talkTo(
    (request) => (isModel(request) ? asEvents(call, 'x') : given(request, token('google-token'))),
    () => federated('http://token.test'),
    (url) => ({ HTTP_PROXY: url, ANTHROPIC_VERTEX_BASE_URL: 'http://vertex.test/v1' }),
  );
  await talk.ask();
  const hosts = cloud.requests.map(({ path }) => new URL(path).host);
  expect(hosts).toEqual(['token.test', 'token.test', 'vertex.test']);
});

test.each([
  [{ CLOUD_ML_REGION: '' }, 'use_vertex needs the variable CLOUD_ML_REGION: set it under env.'],
  [
    { ANTHROPIC_VERTEX_PROJECT_ID: '' },
    'use_vertex needs the variable ANTHROPIC_VERTEX_PROJECT_ID',
  ],
  [{ ANTHROPIC_VERTEX_BASE_URL: 'vertex' }, 'The base URL “vertex” is no http or https URL.'],
])('%j does not start', async (variables, words) => {
  const environment = { ...place, ...variables };
  await expect(createModel({ model: 'sonnet', cloud: 'vertex', environment })).rejects.toThrow(
    words,
  );
});
