import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { signatureProblem } from '../fakes/aws-signature.ts';
import { asAwsStream, asEvents, startCloud } from '../fakes/cloud-server.ts';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';

const KEYS = { id: 'AKIDEXAMPLE0000', secret: 'wJalrXUtnFEMI-K7MDENG', region: 'eu-central-1' };
const MODEL = 'us.anthropic.claude-sonnet-4-6-v1:0';

test('on Bedrock the bundle signs its requests, and no command sees with what', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  const turns: FakeTurn[] = [
    { content: [{ type: 'tool_use', name: 'Bash', input: { command: 'env' } }] },
    { content: [{ type: 'text', text: 'Done.' }] },
  ];
  const cloud = await startCloud((_, index) => asAwsStream(turns[index] ?? {}, MODEL));
  onTestFinished(() => cloud.close());
  const result = await runAction({
    workspace: repository.root,
    inputs: { prompt: 'Look.', use_bedrock: 'true', model: MODEL, allowed_tools: 'Bash(env)' },
    variables: {
      AWS_REGION: KEYS.region,
      AWS_ACCESS_KEY_ID: KEYS.id,
      AWS_SECRET_ACCESS_KEY: KEYS.secret,
      ANTHROPIC_BEDROCK_BASE_URL: cloud.url,
    },
  });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', result: 'Done.' });
  expect(cloud.requests.map((request) => signatureProblem(request, KEYS))).toEqual([
    undefined,
    undefined,
  ]);
  expect(JSON.stringify(result.transcript)).toContain('"provider":"bedrock"');
  const told = cloud.requests[1]?.text ?? '';
  expect(told).toContain('PATH=');
  expect(`${told}${result.stdout}`).not.toMatch(/AWS_|AKIDEXAMPLE|K7MDENG/u);
});

test('on Vertex the file with credentials is nothing that the agent can read', async () => {
  const repository = createRepository({ 'a.txt': 'a\n' });
  const file = join(repository.root, 'gha-creds-1a2b.json');
  const turns: FakeTurn[] = [
    { content: [{ type: 'tool_use', name: 'Read', input: { file_path: file } }] },
    { content: [{ type: 'text', text: 'Done.' }] },
  ];
  let answered = 0;
  const cloud = await startCloud(({ path }) => {
    if (path.startsWith('/oidc')) return { body: '{"value":"github-token"}' };
    if (path === '/sts') {
      const token = { access_token: 'google-token', expires_in: 3600, token_type: 'Bearer' };
      return { body: JSON.stringify(token) };
    }
    answered += 1;
    return asEvents(turns[answered - 1] ?? {}, 'claude-sonnet-5-5');
  });
  onTestFinished(() => cloud.close());
  writeFileSync(
    file,
    JSON.stringify({
      type: 'external_account',
      audience:
        '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/g',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `${cloud.url}/sts`,
      credential_source: {
        url: `${cloud.url}/oidc`,
        headers: { Authorization: 'Bearer request-token-1234' },
        format: { type: 'json', subject_token_field_name: 'value' },
      },
    }),
  );
  const result = await runAction({
    workspace: repository.root,
    inputs: { prompt: 'Look.', use_vertex: 'true' },
    variables: {
      CLOUD_ML_REGION: 'europe-west1',
      ANTHROPIC_VERTEX_PROJECT_ID: 'acme',
      ANTHROPIC_VERTEX_BASE_URL: `${cloud.url}/v1`,
      GOOGLE_APPLICATION_CREDENTIALS: file,
    },
  });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', result: 'Done.' });
  const asked = cloud.requests.filter(({ path }) => path.includes(':streamRawPredict'));
  expect(asked.map(({ headers }) => headers['authorization'])).toEqual([
    'Bearer google-token',
    'Bearer google-token',
  ]);
  expect(JSON.stringify(result.transcript)).toContain('variable GOOGLE_APPLICATION_CREDENTIALS');
  expect(`${asked[1]?.text}${JSON.stringify(result.transcript)}`).not.toContain(
    'request-token-1234',
  );
});
