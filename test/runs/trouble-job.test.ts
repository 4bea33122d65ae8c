import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FakeOptions, startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';

const KEY = 'sk-ant-FAKE-0123456789abcdefFAKE0123456789abcdef-FAKE';
const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };
const full: FakeTurn = {
  status: 529,
  error: { type: 'overloaded_error', message: 'Overloaded' },
  headers: { 'retry-after-ms': '1' },
};

async function job(options: FakeOptions, inputs: Record<string, string>, policy = '') {
  const repository = createRepository({ 'a.txt': 'a\n' });
  writeFileSync(
    join(repository.root, 'p.yml'),
    `version: 1\nname: p\nextends: read-only\n${policy}`,
  );
  const api = await startFakeAnthropic(options);
  onTestFinished(() => api.close());
  const result = await runAction({
    workspace: repository.root,
    inputs: {
      prompt: 'Look.',
      policy: 'p.yml',
      anthropic_api_key: KEY,
      anthropic_base_url: api.url,
      ...inputs,
    },
  });
  return { api, result };
}

test('the fallback model takes over, and log and transcript say so', async () => {
  const turns = [full, full, full, done];
  const { api, result } = await job({ turns }, { fallback_model: 'haiku' });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', result: 'Done.' });
  expect(api.violations).toEqual([]);
  const retries = result.transcript.filter(({ subtype }) => subtype === 'api_retry');
  expect(retries.map((retry) => [retry['request_id'], retry['fallback_model']])).toEqual([
    ['req_0000', undefined],
    ['req_0001', undefined],
    ['req_0002', 'claude-haiku-5-5'],
  ]);
  expect(result.stdout).toContain('Going on with claude-haiku-5-5.');
});

test('an effort that the model is known not to have is an error before anything is asked', async () => {
  const { api, result } = await job({ turns: [] }, { model: 'claude-haiku-4-5', effort: 'low' });
  expect(result.outputs).toMatchObject({ stop_reason: 'config_error' });
  expect(result.stdout).toContain("input effort can't be “low” with claude-haiku-4-5: drop it.");
  expect(api.requests).toEqual([]);
});

test('a policy says how long an answer may be silent', async () => {
  const silent: FakeTurn = { content: [{ type: 'text', text: 'Half' }], breakAfterBlocks: 0 };
  const turns: FakeTurn[] = [{ ...silent, breakWith: 'stall' }, done];
  const { result } = await job({ turns }, {}, 'limits: { stall_seconds: 1 }\n');
  expect(result.outputs['stop_reason']).toBe('completed');
  const retry = result.transcript.find(({ subtype }) => subtype === 'api_retry');
  expect(retry).toMatchObject({ error: 'No byte came for 1 s.', request_id: 'req_0000' });
});

test('an answer of nothing but pings is silent too, after five times as long', async () => {
  const pings: FakeTurn = {
    deliver: async (_whole, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).on('error', () => {});
      while (!response.destroyed) {
        const ping = 'event: ping\ndata: {"type":"ping"}\n\n';
        await new Promise((resolve) => response.write(ping, resolve));
        await new Promise(setImmediate);
      }
    },
  };
  const { api, result } = await job({ turns: [pings, done] }, {}, 'limits: { stall_seconds: 1 }\n');
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', result: 'Done.' });
  const retry = result.transcript.find(({ subtype }) => subtype === 'api_retry');
  expect(retry).toMatchObject({ error: 'Nothing of the answer came for 5 s.' });
  expect(api.requests).toHaveLength(2);
});

test('a wait that would outlast the run is a failure in the words of the API', async () => {
  const turns: FakeTurn[] = [{ ...full, headers: { 'retry-after': '600' } }];
  const { result } = await job({ turns }, { timeout_minutes: '1' });
  expect(result.exitCode).toBe(1);
  expect(result.outputs['stop_reason']).toBe('api_error');
  expect(result.summary).toMatch(/529 .*Overloaded.*It asks to wait 600 s, but only \d+ s/u);
  expect(result.transcript.at(-1)).toMatchObject({ api_error_status: 529, request_id: 'req_0000' });
});

test('a model list that never answers keeps nothing waiting', async () => {
  const never = new Promise(() => {});
  const { api, result } = await job({ turns: [done], models: () => never }, {});
  expect(result.outputs['stop_reason']).toBe('completed');
  expect(api.listed.map(({ id }) => id)).toEqual(['claude-sonnet-5-5']);
  expect(api.listed[0]?.at).toBeGreaterThanOrEqual(api.requests[0]?.receivedAt ?? Infinity);
});
