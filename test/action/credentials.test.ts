import { expect, test } from 'vitest';
import { findCredentials, secretsIn } from '../../src/action/credentials.ts';
import { childEnvironment } from '../../src/base/child-environment.ts';

const KEY = 'sk-ant-FAKE-0123456789';

test('takes the credential from an input or from the variable of the SDK', () => {
  expect(findCredentials({ anthropic_api_key: KEY }, {}).apiKey).toBe(KEY);
  expect(findCredentials({}, { ANTHROPIC_API_KEY: ` ${KEY} ` }).apiKey).toBe(KEY);
  expect(
    findCredentials({}, { ANTHROPIC_AUTH_TOKEN: 'token', ANTHROPIC_BASE_URL: 'https://gw' }),
  ).toEqual({
    apiKey: undefined,
    authToken: 'token',
    baseUrl: 'https://gw',
  });
  expect(findCredentials({ anthropic_api_key: KEY }, { ANTHROPIC_API_KEY: KEY }).apiKey).toBe(KEY);
});

test.each([
  [{ anthropic_api_key: 'a' }, { ANTHROPIC_API_KEY: 'b' }],
  [{ anthropic_api_key: 'a' }, { ANTHROPIC_AUTH_TOKEN: 'b' }],
  [{}, { ANTHROPIC_API_KEY: 'a', ANTHROPIC_AUTH_TOKEN: 'b' }],
  [{}, { ANTHROPIC_API_KEY: 'a', ANTHROPIC_FEDERATION_RULE_ID: 'b' }],
  [{ anthropic_auth_token: 'a' }, { ANTHROPIC_FEDERATION_RULE_ID: 'b' }],
])('two credentials are an error: %j %j', (inputs, variables) => {
  expect(() => findCredentials(inputs, variables as unknown as Record<string, string>)).toThrow(
    'give one',
  );
});

test('of the headers for collectors every value is a secret, but for those that only name something', () => {
  const list = 'Authorization=Bearer%20abc123%3D,x-team=t3am-k3y,x-honeycomb-dataset=production';
  expect(secretsIn({ OTEL_EXPORTER_OTLP_HEADERS: list })).toEqual(
    [list, 'Bearer abc123=', 'abc123=', 't3am-k3y'].map((value) => ({
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      value,
    })),
  );
  expect(secretsIn({ OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'api-key=t3am-k3y' })).toContainEqual({
    name: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    value: 't3am-k3y',
  });
});

test('every secret that a job was given is known, ordinary values are not', () => {
  const names = secretsIn({
    INPUT_ANTHROPIC_API_KEY: 'value-1',
    INPUT_GITHUB_TOKEN: 'value-2',
    ACTIONS_RUNTIME_TOKEN: 'value-3',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'value-4',
    NPM_PASSWORD: 'value-5',
    DEPLOY_PRIVATE_KEY: 'value-6',
    DATABASE_URL: 'postgres://app:hunter2hunter2@db/x',
    GITHUB_TOKEN: 'x',
    PATH: '/usr/bin',
    INPUT_PROMPT: 'Rotate the token handling code',
    GITHUB_SERVER_URL: 'https://github.com',
  });
  expect(names).toEqual([
    { name: 'ANTHROPIC_API_KEY', value: 'value-1' },
    { name: 'GITHUB_TOKEN', value: 'value-2' },
    { name: 'ACTIONS_RUNTIME_TOKEN', value: 'value-3' },
    { name: 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', value: 'value-4' },
    { name: 'NPM_PASSWORD', value: 'value-5' },
    { name: 'DEPLOY_PRIVATE_KEY', value: 'value-6' },
    { name: 'DATABASE_URL', value: 'hunter2hunter2' },
  ]);
});

test('a cloud is chosen instead of a key, and a key beside it is an error', () => {
  expect(findCredentials({ use_vertex: true }, {})).toMatchObject({ cloud: 'vertex' });
  expect(findCredentials({ use_vertex: false }, {}).cloud).toBeUndefined();
  expect(findCredentials({ use_foundry: true }, { ANTHROPIC_BASE_URL: 'https://gw' })).toEqual({
    cloud: 'foundry',
  });
  expect(() => findCredentials({ use_bedrock: true }, { ANTHROPIC_API_KEY: KEY })).toThrow(
    "The variable ANTHROPIC_API_KEY is a credential for Anthropic's own API, but use_bedrock is chosen",
  );
});

test('the variables of an identity choose it, where no key is given and no cloud', () => {
  const rule = { ANTHROPIC_FEDERATION_RULE_ID: 'fdrl_1' };
  expect(findCredentials({}, { ...rule, ANTHROPIC_BASE_URL: 'https://gw' })).toEqual({
    federated: true,
    baseUrl: 'https://gw',
  });
  expect(findCredentials({}, { ANTHROPIC_IDENTITY_TOKEN_FILE: '/t' }).federated).toBe(true);
  // Without a rule they do nothing, for the SDK neither.
  const idle = { ANTHROPIC_ORGANIZATION_ID: 'x', ANTHROPIC_IDENTITY_TOKEN: 'y' };
  expect(findCredentials({ anthropic_api_key: KEY }, idle).federated).toBeUndefined();
  expect(findCredentials({ use_vertex: true }, idle).federated).toBeUndefined();
  expect(() => findCredentials({ use_vertex: true }, rule)).toThrow(
    "The variable ANTHROPIC_FEDERATION_RULE_ID is a credential for Anthropic's own API, but use_vertex",
  );
});

test.each([
  'ANTHROPIC_IDENTITY_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN',
  'ANTHROPIC_FOUNDRY_API_KEY',
  'AZURE_CLIENT_SECRET',
  'AZURE_CLIENT_CERTIFICATE_PASSWORD',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
])('%s is a secret', (name) => {
  expect(secretsIn({ [name]: 'hush-hush' })).toEqual([{ name, value: 'hush-hush' }]);
  expect(childEnvironment({ [name]: 'hush-hush' }, ['*'], [])).not.toHaveProperty(name);
});

test('of custom headers every value is a secret', () => {
  const lines = 'X-Team: t3am-k3y\nAuthorization: Bearer abc-123-xyz';
  expect(secretsIn({ ANTHROPIC_CUSTOM_HEADERS: lines }).map(({ value }) => value)).toEqual([
    lines,
    't3am-k3y',
    't3am-k3y',
    'Bearer abc-123-xyz',
    'abc-123-xyz',
  ]);
});
