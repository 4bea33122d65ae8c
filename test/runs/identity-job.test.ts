import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeBlock, FakeTurn } from '../fakes/anthropic-turn.ts';
import { type FederationOptions, startFederation } from '../fakes/federation.ts';
import { JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { createRepository } from '../fakes/repository.ts';
import { type RunnerJob, type RunnerResult, runAction } from '../fakes/runner.ts';

const call = (name: string, input: unknown): FakeBlock => ({ type: 'tool_use', name, input });
const bash = (command: string): FakeTurn => ({ content: [call('Bash', { command })] });
const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };

async function job(options: FederationOptions, more: Partial<RunnerJob> = {}) {
  const server = await startFederation(options);
  const github = await startFakeGithub();
  onTestFinished(async () => {
    await server.close();
    await github.close();
  });
  const repository = createRepository({ 'a.txt': 'a\n' });
  const base = repository.git('rev-parse', 'HEAD').trim();
  const branch = { ref: 'main', sha: base, repo: { full_name: 'octo/app' } };
  const pull = { number: 7, title: 'A', body: 'x', user: { login: 'mona' } };
  const result = await runAction({
    workspace: repository.root,
    event: {
      name: 'pull_request',
      payload: {
        action: 'opened',
        number: 7,
        repository: { full_name: 'octo/app' },
        pull_request: { ...pull, author_association: 'MEMBER', base: branch, head: branch },
      },
    },
    ...more,
    inputs: {
      prompt: 'Look.',
      allowed_tools: 'Bash(env)\nBash(cat *)',
      show_full_output: 'true',
      github_token: JOB_TOKEN,
      ...more.inputs,
    },
    variables: { ...server.variables, GITHUB_API_URL: github.url, ...more.variables },
  });
  return { server, github, repository, result };
}

/** All that a run leaves: log, outputs, summary, and every file it wrote. */
function everything({ stdout, stderr, outputs, summary, state, temp }: RunnerResult): string {
  const below = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? below(path) : [readFileSync(path, 'latin1')];
    });
  const files = readdirSync(temp).flatMap((name) =>
    statSync(join(temp, name)).isDirectory() ? below(join(temp, name)) : [],
  );
  return [stdout, stderr, JSON.stringify([outputs, state]), summary, ...files].join('\n');
}

test('a job with id-token: write needs no key; its tokens run out in the middle, and none leaks', async () => {
  const { server, github, result } = await job({
    turns: [
      bash('env'),
      bash('cat /proc/self/environ'),
      { content: [{ type: 'text', text: 'I say it.' }, call('Bash', { command: 'env | sort' })] },
      done,
    ],
    seconds: 20,
  });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', result: 'Done.' });
  expect(result.exitCode).toBe(0);
  expect(new Set(server.bearers()).size).toBe(server.bearers().length);
  expect(server.exchanges.length).toBeGreaterThanOrEqual(4);
  const seen = [
    everything(result),
    JSON.stringify([github.comments, github.requests]),
    ...server.requests.filter(({ path }) => path.includes('/messages')).map(({ text }) => text),
  ].join('\n');
  expect(seen).toContain('PATH=');
  for (const secret of server.secrets()) expect(seen).not.toContain(secret);
  expect(seen).not.toMatch(/ACTIONS_ID_TOKEN|ANTHROPIC_(FEDERATION|ORGANIZATION)/u);
});

test('tokens that came up on the way are hidden wherever they stand', async () => {
  let server: Awaited<ReturnType<typeof startFederation>> | undefined;
  const turns: FakeTurn[] = [bash('cat a.txt'), bash('cat ./a.txt'), done];
  const shown = () => server?.secrets().slice(1) ?? [];
  const repository = createRepository({ 'a.txt': 'a\n' });
  server = await startFederation({
    turns,
    seconds: 20,
    exchange: () => {
      // What the agent reads next: the tokens as they are at that time, with their shape broken.
      writeFileSync(join(repository.root, 'a.txt'), shown().join('\n').replaceAll('eyJ', '-eyJ'));
      return undefined;
    },
  });
  onTestFinished(() => server?.close());
  const result = await runAction({
    workspace: repository.root,
    inputs: { prompt: 'Look.', show_full_output: 'true' },
    variables: server.variables,
  });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
  for (const name of ['IDENTITY', 'ACCESS']) {
    expect(result.stdout).toContain(`[redacted ANTHROPIC_${name}_TOKEN]`);
  }
  for (const secret of server.secrets()) expect(everything(result)).not.toContain(secret);
});

test('a token that is revoked in the middle is renewed once', async () => {
  const { server, result } = await job({ turns: [bash('env'), done], usesPerToken: 1 });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
  expect(server.exchanges.length).toBeGreaterThanOrEqual(2);
});

test('the file of a token is nothing that the agent can read, by a command neither', async () => {
  const server = await startFederation({ turns: [] });
  await server.close();
  const repository = createRepository({ 'a.txt': 'a\n' });
  const file = join(repository.root, 'gha-jwt');
  const turns = [
    { content: [call('Read', { file_path: file })] },
    bash('cat gha-jwt'),
    bash('cat gha-*'),
    done,
  ];
  const federation = await startFederation({ turns });
  onTestFinished(() => federation.close());
  const token = federation.issue();
  writeFileSync(file, token);
  const result = await runAction({
    workspace: repository.root,
    inputs: { prompt: 'Look.', allowed_tools: 'Bash(cat *)', show_full_output: 'true' },
    variables: {
      ...federation.variables,
      ACTIONS_ID_TOKEN_REQUEST_URL: '',
      ANTHROPIC_IDENTITY_TOKEN_FILE: file,
    },
  });
  expect(result.outputs).toMatchObject({ result: 'Done.' });
  expect(JSON.parse(result.outputs['permission_denials'] ?? '[]')).toHaveLength(3);
  const told = federation.requests.filter(({ path }) => path.includes('/messages'));
  expect(told.map(({ text }) => text).join()).not.toContain(token);
  expect(everything(result)).not.toContain(token);
});

test('an exchange that is refused ends the run as what the API said', async () => {
  const { result } = await job({ turns: [] }, { variables: { ANTHROPIC_ORGANIZATION_ID: 'x' } });
  expect(result.outputs).toMatchObject({ stop_reason: 'api_error', conclusion: 'failure' });
  expect(result.stdout).toContain(
    "the token endpoint gave no access token for the job's identity: 400 (invalid_request_error): organization_id. Look at ANTHROPIC_FEDERATION_RULE_ID",
  );
});

test('a profile on disk is never read', async () => {
  const profile = {
    authentication: { type: 'oidc_federation', federation_rule_id: 'x' },
    base_url: 'http://127.0.0.1:1',
    organization_id: 'x',
  };
  const { server, result } = await job(
    { turns: [done] },
    { home: { '.config/anthropic/configs/default.json': JSON.stringify(profile) } },
  );
  expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
  expect(server.bearers()).toHaveLength(1);
});

test('a run with a key loads nothing of all this', async () => {
  const dist = join(mkdtempSync(join(tmpdir(), 'unattended-dist-')), 'dist');
  cpSync(join(import.meta.dirname, '../../dist'), dist, { recursive: true });
  rmSync(join(dist, 'chunks/open-identity.js'));
  const api = await startFakeAnthropic({ turns: [done] });
  onTestFinished(() => api.close());
  const variables = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'sk-ant-FAKE-0123456789' };
  const workspace = createRepository({ 'a.txt': 'a\n' }).root;
  const result = await runAction({ workspace, inputs: { prompt: 'Look.' }, variables, dist });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
  const { result: without } = await job({ turns: [done] }, { dist });
  expect(without.outputs).toMatchObject({ conclusion: 'failure' });
});
