import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FakeAnthropic, type FakeOptions, startFakeAnthropic } from './fakes/anthropic-api.ts';
import type { FakeBlock } from './fakes/anthropic-turn.ts';
import { simulateCache } from './fakes/cache-simulator.ts';
import { createRepository } from './fakes/repository.ts';
import { runAction } from './fakes/runner.ts';
import { runScenario, scriptOf } from './fakes/scenario.ts';
import { turnsOf } from './fakes/script-turns.ts';

/** The least share of the request before that has to be read, on every turn. */
const LEAST_SHARE = 0.95;

/** Models that cache from 512, 1,024 and 4,096 tokens on: breakpoints are the same for all. */
const MODELS = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-opus-4-6'];

async function recording(turns: FakeOptions['turns']) {
  const fake = await startFakeAnthropic({ turns });
  onTestFinished(() => fake.close());
  const inputs = {
    model: 'claude-sonnet-5-5',
    anthropic_api_key: 'sk-ant-cache',
    anthropic_base_url: fake.url,
  };
  return { fake, inputs };
}

/** Every turn after the first reads what it can, and nearly all of the request before it. */
function expectCached({ requests, violations }: FakeAnthropic): void {
  expect(violations).toEqual([]);
  const answered = requests.filter(({ status }) => status === 200);
  for (const model of MODELS) {
    const sent = answered.map(({ body, receivedAt: at }) => ({ body: { ...body, model }, at }));
    for (const { share = 1, missed } of simulateCache(sent)) {
      expect({ model, missed }).toEqual({ model, missed: 0 });
      expect(share).toBeGreaterThanOrEqual(LEAST_SHARE);
    }
  }
}

const names = readdirSync(join(import.meta.dirname, 'scenarios'));

test.each(names)('%s: each request reads from the cache all that it can', async (name) => {
  const { fake, inputs } = await recording(turnsOf(scriptOf(name)));
  await runScenario(name, inputs);
  expectCached(fake);
});

const read: FakeBlock = { type: 'tool_use', name: 'Read', input: { file_path: 'a.txt' } };
const thinking: FakeBlock = { type: 'thinking', thinking: 'All of them at once.' };

test('answers with many calls, thinking and reminders miss nothing', async () => {
  const wide = (calls: number) => ({ content: [thinking, ...Array<FakeBlock>(calls).fill(read)] });
  const { fake, inputs } = await recording([
    ...[1, 34, 2, 60, 19, 9, 10, 1].map(wide),
    { content: [{ type: 'text', text: 'Done.' }] },
  ]);
  const { root } = createRepository({ 'a.txt': 'one\n' });
  // Turns that come near their limit are told so beside the results.
  await runAction({ workspace: root, inputs: { ...inputs, prompt: 'Go.', max_turns: '10' } });
  expect(fake.requests).toHaveLength(9);
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('turns');
  expectCached(fake);
});

test('a breakpoint too few is told', () => {
  const block = (text: string, marked = false) => ({
    type: 'text',
    text: text.repeat(400),
    ...(marked && { cache_control: { type: 'ephemeral' } }),
  });
  const system = [block('rules ', true)];
  const first = [{ role: 'user', content: [block('task ', true)] }];
  const more = [
    { role: 'assistant', content: Array.from({ length: 30 }, () => block('word ')) },
    { role: 'user', content: [block('next ', true)] },
  ];
  const model = 'claude-sonnet-5-5';
  const [, second] = simulateCache([
    { body: { model, system, messages: first }, at: 0 },
    {
      body: { model, system, messages: [{ role: 'user', content: [block('task ')] }, ...more] },
      at: 1,
    },
  ]);
  expect(second?.missed).toBeGreaterThan(400);
  expect(second?.share).toBeLessThan(LEAST_SHARE);
});

test('what is kept for an hour outlasts a call of ten minutes, the rest does not', () => {
  const mark = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl && { ttl }) } });
  const text = { type: 'text', text: 'x'.repeat(8_000) };
  const body = (ttl?: string) => ({
    model: 'claude-sonnet-5-5',
    system: [{ ...text, ...mark(ttl) }],
    messages: [{ role: 'user', content: [{ ...text, ...mark() }] }],
  });
  const later = (ttl?: string) =>
    simulateCache([0, 600_000].map((at) => ({ body: body(ttl), at })))[1];
  expect(later()).toMatchObject({ read: 0, missed: 0 });
  expect(later('1h')?.read).toBeGreaterThan(2_000);
});
