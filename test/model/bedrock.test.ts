import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createModel } from '../../src/model/create-model.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { signatureProblem } from '../fakes/aws-signature.ts';
import {
  asAwsStream,
  type CloudReply,
  type CloudRequest,
  startCloud,
} from '../fakes/cloud-server.ts';
import { Conversation } from './conversation.ts';

const MODEL = 'us.anthropic.claude-sonnet-4-6-v1:0';
const KEYS = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI', region: 'eu-central-1' };
const keys = { AWS_ACCESS_KEY_ID: KEYS.id, AWS_SECRET_ACCESS_KEY: KEYS.secret };
const call: FakeTurn = {
  content: [
    { type: 'thinking', thinking: 'Hm, ü.' },
    { type: 'tool_use', name: 'Bash', input: { command: 'make' } },
  ],
};
const isModel = ({ path }: CloudRequest) => path.startsWith('/model/');

async function talkTo(
  route: (request: CloudRequest, index: number) => CloudReply | undefined,
  variables: (url: string) => Record<string, string>,
) {
  const cloud = await startCloud(route);
  onTestFinished(() => cloud.close());
  const model = await createModel({
    model: MODEL,
    cloud: 'bedrock',
    environment: {
      AWS_REGION: KEYS.region,
      ANTHROPIC_BEDROCK_BASE_URL: cloud.url,
      ...variables(cloud.url),
    },
    retry: { baseMs: 1, cutMs: 1, maxRetries: 3 },
  });
  return { cloud, model, talk: new Conversation(model) };
}

test('requests are signed, streams read, and the same blocks come out', async () => {
  const { cloud, model, talk } = await talkTo(
    () => asAwsStream(call, MODEL),
    () => ({ ...keys, AWS_SESSION_TOKEN: 'session' }),
  );
  const { message, requestId, cut } = await talk.ask();
  expect(model.provider).toBe('bedrock');
  expect(model.capabilities()).toMatchObject({
    source: 'table',
    maxOutputTokens: 64_000,
    contextEditing: false,
    toolReferences: false,
  });
  expect({ requestId, cut, stop: message.stop_reason }).toEqual({
    requestId: 'aws-request-1',
    cut: false,
    stop: 'tool_use',
  });
  expect(talk.blocks).toEqual(message.content);
  expect(message.content[1]).toMatchObject({ name: 'Bash', input: { command: 'make' } });
  const [request] = cloud.requests;
  expect(request?.path).toBe(`/model/${MODEL}/invoke-with-response-stream`);
  expect(request && signatureProblem(request, KEYS)).toBeUndefined();
  expect(request?.headers['x-amz-security-token']).toBe('session');
  const body = JSON.parse(request?.text ?? '');
  expect(body).toMatchObject({ anthropic_version: expect.any(String), max_tokens: 1000 });
  expect(body).not.toHaveProperty('model');
  expect(process.env['AWS_ACCESS_KEY_ID']).toBeUndefined();
});

test('a Bedrock key goes as a bearer token', async () => {
  const { cloud, talk } = await talkTo(
    () => asAwsStream(call, MODEL),
    () => ({ AWS_BEARER_TOKEN_BEDROCK: 'bedrock-key' }),
  );
  await talk.ask();
  expect(cloud.requests[0]?.headers['authorization']).toBe('Bearer bedrock-key');
});

test('throttling passes by waiting, and so does an exception in the middle of a stream', async () => {
  const { talk } = await talkTo(
    (_, index) => {
      if (index === 0) return { status: 429, body: '{"message":"Too many requests"}' };
      if (index === 1) {
        return asAwsStream(call, MODEL, { until: 2, exception: 'throttlingException' });
      }
      if (index === 2) return asAwsStream(call, MODEL, { until: 3 });
      return asAwsStream(call, MODEL);
    },
    () => keys,
  );
  await talk.ask();
  expect(talk.retries.map(({ status, error }) => [status, error])).toEqual([
    [429, '429: Too many requests'],
    [undefined, 'throttlingException: It said so.'],
    [undefined, expect.any(String)],
  ]);
});

test.each([
  [400, 'Input is too long for requested model.', true],
  [403, 'The security token included in the request is invalid.', false],
])('%i is told in Bedrock’s words', async (status, message, tooLong) => {
  const { cloud, talk } = await talkTo(
    () => ({ status, body: JSON.stringify({ message }) }),
    () => keys,
  );
  await expect(talk.ask()).rejects.toMatchObject({
    message: `The API answered ${status}: ${message}`,
    tooLong,
  });
  expect(cloud.requests).toHaveLength(1);
});

const sts = (id: string, seconds: number): CloudReply => ({
  headers: { 'content-type': 'text/xml' },
  body: `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${id}</AccessKeyId><SecretAccessKey>${KEYS.secret}</SecretAccessKey><SessionToken>session-${id}</SessionToken><Expiration>${new Date(Date.now() + seconds * 1000).toISOString()}</Expiration></Credentials><AssumedRoleUser><Arn>arn</Arn><AssumedRoleId>x</AssumedRoleId></AssumedRoleUser></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
});

test('a web identity file is read anew when what it gave runs out', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'web-identity-')), 'token');
  writeFileSync(file, 'first');
  const { cloud, talk } = await talkTo(
    (request, index) =>
      isModel(request) ? asAwsStream(call, MODEL) : sts(`AKID${index}`, index < 2 ? 60 : 3600),
    (url) => ({
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/ci',
      AWS_WEB_IDENTITY_TOKEN_FILE: file,
      AWS_ENDPOINT_URL_STS: url,
    }),
  );
  await talk.ask();
  writeFileSync(file, 'second');
  for (let turn = 0; turn < 2; turn += 1) {
    talk.tell('made');
    await talk.ask();
  }
  const asked = cloud.requests.filter((request) => !isModel(request));
  expect(asked.map(({ text }) => new URLSearchParams(text).get('WebIdentityToken'))).toEqual([
    'first',
    'second',
  ]);
  const signed = cloud.requests.filter(isModel);
  expect(signed.map((request) => signatureProblem(request, { ...KEYS, id: 'AKID0' }))).toEqual([
    undefined,
    'signed by AKID2 for eu-central-1',
    'signed by AKID2 for eu-central-1',
  ]);
});

test('GitHub’s identity token is exchanged for the role', async () => {
  const { cloud, talk } = await talkTo(
    (request) => {
      if (request.path.startsWith('/oidc')) return { body: '{"value":"github-token"}' };
      return isModel(request) ? asAwsStream(call, MODEL) : sts(KEYS.id, 3600);
    },
    (url) => ({
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/ci',
      AWS_ENDPOINT_URL_STS: url,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/oidc?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
    }),
  );
  await talk.ask();
  const [oidc, exchange, request] = cloud.requests;
  expect(oidc?.path).toBe('/oidc?api-version=2.0&audience=sts.amazonaws.com');
  expect(oidc?.headers['authorization']).toBe('bearer request-token');
  expect(new URLSearchParams(exchange?.text).get('WebIdentityToken')).toBe('github-token');
  expect(request && signatureProblem(request, KEYS)).toBeUndefined();
});

test('a role that is refused is told at once, in the words of AWS', async () => {
  const { cloud, talk } = await talkTo(
    ({ path }) => {
      if (path.startsWith('/oidc')) return { body: '{"value":"github-token"}' };
      return {
        status: 403,
        headers: { 'content-type': 'text/xml' },
        body: '<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>Not authorized to perform sts:AssumeRoleWithWebIdentity</Message></Error></ErrorResponse>',
      };
    },
    (url) => ({
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/ci',
      AWS_ENDPOINT_URL_STS: url,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/oidc`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
      AWS_EC2_METADATA_DISABLED: 'true',
    }),
  );
  await expect(talk.ask()).rejects.toThrow(
    /AWS gave no credentials: Not authorized to perform sts:AssumeRoleWithWebIdentity$/u,
  );
  expect(talk.retries).toEqual([]);
  expect(cloud.requests.filter(isModel)).toEqual([]);
});

test('without credentials anywhere the run ends at once and says so', async () => {
  const { cloud, talk } = await talkTo(
    () => undefined,
    () => ({
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/nowhere/config',
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
    }),
  );
  await expect(talk.ask()).rejects.toThrow(/AWS gave no credentials: Could not load credentials/u);
  expect(cloud.requests).toEqual([]);
});

test('what a role lacks is told', async () => {
  const { talk } = await talkTo(
    () => undefined,
    () => ({
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/ci',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/nowhere/config',
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
    }),
  );
  await expect(talk.ask()).rejects.toThrow(
    /For the role of AWS_ROLE_ARN give the job “permissions: id-token: write”/u,
  );
  expect(talk.retries).toEqual([]);
});

test('requests and exchanges go by the proxy', async () => {
  const { cloud, talk } = await talkTo(
    ({ path }) => {
      if (path.startsWith('http://oidc.test/')) return { body: '{"value":"github-token"}' };
      if (path.startsWith('http://sts.test/')) return sts(KEYS.id, 3600);
      return asAwsStream(call, MODEL);
    },
    (url) => ({
      ANTHROPIC_BEDROCK_BASE_URL: 'http://bedrock.test',
      AWS_ENDPOINT_URL_STS: 'http://sts.test',
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/ci',
      ACTIONS_ID_TOKEN_REQUEST_URL: 'http://oidc.test/',
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
      HTTP_PROXY: url,
    }),
  );
  await talk.ask();
  const hosts = cloud.requests.map(({ path }) => new URL(path).host);
  expect(hosts).toEqual(['oidc.test', 'sts.test', 'bedrock.test']);
});

test('without a region it does not start', async () => {
  await expect(createModel({ model: MODEL, cloud: 'bedrock', environment: keys })).rejects.toThrow(
    'use_bedrock needs the variable AWS_REGION: set it under env.',
  );
});
