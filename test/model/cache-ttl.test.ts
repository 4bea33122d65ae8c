import { expect, onTestFinished, test } from 'vitest';
import { type ApiModelOptions, createApiModel } from '../../src/model/api-model.ts';
import { createModel } from '../../src/model/create-model.ts';
import type { Model } from '../../src/model/model.ts';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { asAwsStream, startCloud } from '../fakes/cloud-server.ts';
import { Conversation } from './conversation.ts';

const MINUTE = 60_000;
const call: FakeTurn = {
  content: [{ type: 'tool_use', name: 'Bash', input: { command: 'make' } }],
};
const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };

/** The first-party API by its own name, and the loopback one in its place: the proxy that leads there. */
async function firstParty(turns: readonly FakeTurn[], options: Partial<ApiModelOptions> = {}) {
  const fake = await startFakeAnthropic({ turns, keys: ['key'] });
  onTestFinished(() => fake.close());
  const model = createApiModel({
    model: 'sonnet',
    apiKey: 'key',
    baseUrl: 'http://api.anthropic.com',
    environment: { HTTP_PROXY: fake.url },
    ...options,
  });
  return { fake, model };
}

/** A call, its result, and the end. */
async function twoTurns(model: Model) {
  const talk = new Conversation(model);
  await talk.ask();
  talk.tell('made');
  await talk.ask();
}

/** Every `cache_control` of a request, with where it stands. */
function marksOf(value: unknown, at = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    key === 'cache_control'
      ? [[at.split('.')[1] ?? '', inside] as [string, unknown]]
      : marksOf(inside, `${at}.${key}`),
  );
}

const FIVE = { type: 'ephemeral' };
const HOUR = { type: 'ephemeral', ttl: '1h' };

test.each([
  ['a call may take minutes: what stands before the messages is kept an hour', 10 * MINUTE, HOUR],
  ['calls are short: five minutes do', MINUTE, FIVE],
])('first-party, and %s', async (_, longestCallMs, kept) => {
  const { fake, model } = await firstParty([call, done], { longestCallMs });
  await twoTurns(model);
  expect(fake.violations).toEqual([]);
  for (const { body } of fake.requests) {
    expect(marksOf(body)).toEqual([
      ['system', kept],
      ['messages', FIVE],
    ]);
  }
  const [first, second] = fake.requests.map(({ cache }) => cache);
  expect(first?.written).toBeGreaterThan(0);
  expect((first?.writtenHour ?? 0) > 0).toBe(kept === HOUR);
  // The second request reads what the first one wrote.
  expect(second?.read).toBe(first?.written);
  expect(second?.writtenHour).toBe(0);
  expect(model.prefixTtl).toBe(kept === HOUR ? '1h' : undefined);
});

test('where nothing but tools stands before the messages, they are kept as long', async () => {
  const { fake, model } = await firstParty([done], { longestCallMs: 10 * MINUTE });
  await new Conversation(model, 'Look.', { system: [] }).ask();
  expect(marksOf(fake.requests[0]?.body)).toEqual([
    ['tools', HOUR],
    ['messages', FIVE],
  ]);
});

test('a gateway is asked for no hour', async () => {
  const fake = await startFakeAnthropic({ turns: [call, done], keys: ['key'] });
  onTestFinished(() => fake.close());
  const options = { model: 'sonnet', apiKey: 'key', longestCallMs: 10 * MINUTE };
  const model = createApiModel({ ...options, baseUrl: fake.url });
  await twoTurns(model);
  expect(fake.requests.flatMap(({ body }) => marksOf(body)).map(([, mark]) => mark)).toEqual([
    FIVE,
    FIVE,
    FIVE,
    FIVE,
  ]);
  expect(model.prefixTtl).toBeUndefined();
});

test('nor is a cloud', async () => {
  const id = 'us.anthropic.claude-sonnet-4-6-v1:0';
  const cloud = await startCloud(() => asAwsStream(done, id));
  onTestFinished(() => cloud.close());
  const model = await createModel({
    model: id,
    cloud: 'bedrock',
    longestCallMs: 10 * MINUTE,
    environment: {
      AWS_REGION: 'eu-central-1',
      AWS_BEARER_TOKEN_BEDROCK: 'bedrock-key',
      ANTHROPIC_BEDROCK_BASE_URL: cloud.url,
    },
  });
  await new Conversation(model).ask();
  const marks = marksOf(JSON.parse(cloud.requests[0]?.text ?? ''));
  expect(marks).toEqual([
    ['system', FIVE],
    ['messages', FIVE],
  ]);
  expect(model.prefixTtl).toBeUndefined();
});
