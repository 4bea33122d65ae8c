import { expect, test } from 'vitest';
import { findCredentials } from '../../src/action/credentials.ts';
import type { Inputs } from '../../src/action/inputs.ts';
import { requireCredential, skipForkWithoutKey } from '../../src/action/require-credential.ts';
import { Skipped } from '../../src/action/skipped.ts';
import type { GithubEvent } from '../../src/github/github-event.ts';

const fork = { name: 'pull_request', pullRequest: { fork: true } } as GithubEvent;

const RULE = { ANTHROPIC_FEDERATION_RULE_ID: 'fdrl_1', ANTHROPIC_ORGANIZATION_ID: 'org' };
const GITHUB = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x',
};

function check(inputs: Inputs, variables: Record<string, string> = {}): void {
  const credentials = findCredentials(inputs, variables);
  skipForkWithoutKey(inputs, credentials, fork, variables);
  requireCredential(inputs, credentials, variables);
}

test.each<[Inputs, Record<string, string>]>([
  [{}, {}],
  [{ model: 'scripted:a.yml', fallback_model: 'opus' }, {}],
  [{ use_bedrock: true, model: 'x' }, { AWS_REGION: 'us-east-1' }],
  [{ use_vertex: true }, { GOOGLE_APPLICATION_CREDENTIALS: ' ' }],
  [{ use_foundry: true }, { AZURE_CLIENT_ID: 'x' }],
  // GitHub gives a fork no `id-token: write`.
  [{}, RULE],
])('a fork without credentials is skipped: %j %j', (inputs, variables) => {
  expect(() => check(inputs, variables)).toThrow(Skipped);
});

test.each<[Inputs, Record<string, string>]>([
  [{ model: 'scripted:a.yml' }, {}],
  [{ model: 'scripted:a.yml', fallback_model: 'scripted:b.yml' }, {}],
  [{}, { ANTHROPIC_API_KEY: 'sk-ant-x' }],
  [{ use_bedrock: true, model: 'x' }, { AWS_ACCESS_KEY_ID: 'x' }],
  [{ use_vertex: true }, { GOOGLE_APPLICATION_CREDENTIALS: '/x' }],
  [{ use_foundry: true }, { ANTHROPIC_FOUNDRY_API_KEY: 'x' }],
  [{}, { ...RULE, ...GITHUB }],
  [{}, { ...RULE, ANTHROPIC_IDENTITY_TOKEN: 'x' }],
  [{}, { ...RULE, ANTHROPIC_IDENTITY_TOKEN_FILE: '/x' }],
  [{ model: 'scripted:a.yml' }, { ANTHROPIC_FEDERATION_RULE_ID: 'x', ANTHROPIC_PROFILE: 'x' }],
  [{}, { ANTHROPIC_API_KEY: 'sk-ant-x', ANTHROPIC_PROFILE: 'x' }],
])('with credentials it goes on: %j %j', (inputs, variables) => {
  expect(() => check(inputs, variables)).not.toThrow();
});

test.each<[Record<string, string>, string]>([
  [{}, 'There is no key for the API'],
  [
    { ANTHROPIC_FEDERATION_RULE_ID: 'fdrl_1', ...GITHUB },
    "The variable ANTHROPIC_FEDERATION_RULE_ID is set, but ANTHROPIC_ORGANIZATION_ID isn't",
  ],
  [
    { ANTHROPIC_ORGANIZATION_ID: 'org', ANTHROPIC_IDENTITY_TOKEN: 'x' },
    "The variable ANTHROPIC_IDENTITY_TOKEN is set, but ANTHROPIC_FEDERATION_RULE_ID isn't",
  ],
  [RULE, 'there is no identity token to exchange: give the job “permissions: id-token: write”'],
  [{ ...RULE, ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x' }, 'there is no identity token'],
  [
    { ...RULE, ...GITHUB, ANTHROPIC_PROFILE: 'staging' },
    'The variable ANTHROPIC_PROFILE is set, but Unattended reads no profile files',
  ],
])('what lacks is named: %j', (variables, words) => {
  const credentials = findCredentials({}, variables);
  expect(() => requireCredential({}, credentials, variables)).toThrow(words);
});
