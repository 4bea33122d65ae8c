import { expect, test } from 'vitest';
import { findCredentials } from '../../src/action/credentials.ts';
import type { Inputs } from '../../src/action/inputs.ts';
import { requireCredential, skipForkWithoutKey } from '../../src/action/require-credential.ts';
import { Skipped } from '../../src/action/skipped.ts';
import type { GithubEvent } from '../../src/github/github-event.ts';

const fork = { name: 'pull_request', pullRequest: { fork: true } } as GithubEvent;

function check(inputs: Inputs, variables: Record<string, string> = {}): void {
  const credentials = findCredentials(inputs, variables);
  skipForkWithoutKey(inputs, credentials, fork, variables);
  requireCredential(inputs, credentials);
}

test.each<[Inputs, Record<string, string>]>([
  [{}, {}],
  [{ model: 'scripted:a.yml', fallback_model: 'opus' }, {}],
  [{ use_bedrock: true, model: 'x' }, { AWS_REGION: 'us-east-1' }],
  [{ use_vertex: true }, { GOOGLE_APPLICATION_CREDENTIALS: ' ' }],
  [{ use_foundry: true }, { AZURE_CLIENT_ID: 'x' }],
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
])('with credentials it goes on: %j %j', (inputs, variables) => {
  expect(() => check(inputs, variables)).not.toThrow();
});
