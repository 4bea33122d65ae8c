import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endLeft, leftOf } from '../chaos/left.ts';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import { clingingProxy } from '../fakes/clinging-proxy.ts';
import { JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { nodeThatLoads } from '../fakes/odd-node.ts';
import { startFakeCollector } from '../fakes/otlp-collector.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';
import { HOSTILE } from './mcp-job.ts';
import { pullRequestOf } from './pull-request-of.ts';

const KEY = 'sk-ant-FAKE-0123456789abcdefFAKE0123456789abcdef-OPEN';

/** Obeys no signal that can be ignored, and keeps the streams that it was given. */
const STUBBORN = `process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});
require('fs').writeFileSync(process.argv[2], ''); setInterval(() => {}, 1000);`;

const POLICY = {
  version: 1,
  name: 'left-open',
  extends: 'pr-fix',
  permissions: { allow: ['Bash(sh leave.sh)'] },
  hooks: {
    PreToolUse: [
      {
        hooks: [
          {
            type: 'command',
            command: 'node stubborn.cjs "$UNATTENDED_WORKSPACE/hook-began"',
            async: true,
          },
        ],
      },
    ],
  },
};

/** Writes down, as the process ends, what of it was still open. */
const witness = (file: string) => `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync('${file}', JSON.stringify(process.getActiveResourcesInfo())));`;

test('nothing that is left open keeps a run: it leaves by its own door', async () => {
  const repository = createRepository({
    'policy.yml': JSON.stringify(POLICY),
    'stubborn.cjs': STUBBORN,
    'leave.sh':
      'setsid node stubborn.cjs child-began &\nwhile [ ! -e child-began ] || [ ! -e hook-began ]; do sleep 0.05; done\n',
  });
  const { root } = repository;
  onTestFinished(() => endLeft(root));
  const command = { type: 'tool_use', name: 'Bash', input: { command: 'sh leave.sh' } } as const;
  const api = await startFakeAnthropic({
    keys: [KEY],
    turns: [{ content: [command] }, { content: [{ type: 'text', text: 'Done.' }] }],
  });
  const github = await startFakeGithub([], { users: { mona: { id: 1, permission: 'write' } } });
  const collector = await startFakeCollector(() => 'hang');
  onTestFinished(async () => {
    await Promise.all([api.close(), github.close(), collector.close()]);
  });
  const proxies = { api: await clingingProxy(api.url), github: await clingingProxy(github.url) };
  const seen = join(temporaryFolder(), 'open.json');
  const pids = join(temporaryFolder(), 'pids');
  const result = await runAction({
    workspace: root,
    node: nodeThatLoads(witness(seen)),
    event: { name: 'pull_request', payload: pullRequestOf(repository) },
    inputs: {
      prompt: 'Work.',
      policy: 'policy.yml',
      anthropic_api_key: KEY,
      anthropic_base_url: proxies.api.url,
      github_token: JOB_TOKEN,
      mcp_config: JSON.stringify({
        mcpServers: { clings: { command: process.execPath, args: [HOSTILE, 'children', pids] } },
      }),
    },
    variables: {
      GITHUB_API_URL: proxies.github.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
  });
  expect(result.outputs).toMatchObject({ conclusion: 'success', result: 'Done.' });
  expect(result.exitCode).toBe(0);
  expect(api.violations).toEqual([]);
  // All of it was there …
  for (const began of ['hook-began', 'child-began'])
    expect(existsSync(join(root, began))).toBe(true);
  const [server = 0, child = 0] = readFileSync(pids, 'utf8').split(' ').map(Number);
  expect(server * child).toBeGreaterThan(0);
  expect(collector.requests.length).toBeGreaterThan(0);
  expect(proxies.api.taken() * proxies.github.taken()).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(seen, 'utf8'))).toContain('TCPSocketWrap');
  // … and neither the clock nor the watchdog had to end it: both leave word.
  expect(result.stdout).not.toContain('ended by force');
  expect(result.state['finished']).toBe('true');
  expect(existsSync(join(result.state['run_directory'] ?? '', 'transcript.json'))).toBe(true);
  expect(existsSync(join(result.state['run_directory'] ?? '', 'ended-by.json'))).toBe(false);
  // Nothing of it runs on, nor holds a connection.
  expect(leftOf(root)).toEqual([]);
  for (const pid of [server, child]) expect(existsSync(`/proc/${pid}/environ`)).toBe(false);
  await expect.poll(() => proxies.api.open() + proxies.github.open()).toBe(0);
  expect(github.comments).toHaveLength(1);
});
