import { expect, onTestFinished, test } from 'vitest';
import { createApiModel } from '../../src/model/api-model.ts';
import { withFallback } from '../../src/model/fallback-model.ts';
import { type FakeOptions, startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { Conversation } from './conversation.ts';

const full: FakeTurn = {
  status: 529,
  error: { type: 'overloaded_error', message: 'Overloaded' },
  headers: { 'retry-after-ms': '1' },
};
const bash = { type: 'tool_use', name: 'Bash', input: { command: 'make' } } as const;
const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };

async function two(turns: FakeOptions['turns']) {
  const fake = await startFakeAnthropic({ turns });
  onTestFinished(() => fake.close());
  const options = { apiKey: 'key', baseUrl: fake.url };
  const retry = { baseMs: 1, cutMs: 1, maxRetries: 6 };
  const model = withFallback(
    createApiModel({ ...options, model: 'sonnet', retry: { ...retry, maxOverloaded: 3 } }),
    createApiModel({ ...options, model: 'haiku', retry }),
  );
  return { fake, model, talk: new Conversation(model) };
}

test('after three answers that there is no room another model takes over, and stays', async () => {
  const cut: FakeTurn = { content: [bash], breakAfterBlocks: 0 };
  const event: FakeTurn = { content: [bash], breakAfterBlocks: 0, breakWith: 'error' };
  const thinking = { type: 'thinking', thinking: 'Hm.' } as const;
  const { fake, model, talk } = await two([
    { content: [thinking, { type: 'redacted_thinking', data: 'b3BhcXVl' }, bash] },
    full,
    cut,
    event,
    full,
    { content: [thinking, bash] },
    full,
    done,
  ]);
  expect(model.id).toBe('claude-sonnet-5-5');
  await talk.ask();
  talk.tell('made');
  await talk.ask();
  expect(model.id).toBe('claude-haiku-5-5');
  expect(
    talk.retries.map(({ status, maxRetries, fallbackModel }) => [
      status,
      maxRetries,
      fallbackModel,
    ]),
  ).toEqual([
    [529, 2, undefined],
    [undefined, 6, undefined],
    [undefined, 3, undefined],
    [529, 1, 'claude-haiku-5-5'],
  ]);
  expect(talk.retries.at(-1)).toMatchObject({
    error: 'The API answered 529 (overloaded_error): Overloaded (tried 4 times)',
    requestId: 'req_0004',
  });
  talk.tell('made');
  const { message } = await talk.ask();
  expect(message.model).toBe('claude-haiku-5-5');
  expect(fake.requests.map(({ body }) => String(body.model).split('-')[1])).toEqual([
    ...Array.from({ length: 5 }, () => 'sonnet'),
    ...Array.from({ length: 3 }, () => 'haiku'),
  ]);
  // What the first model thought stays behind; what the second one did comes back whole.
  const kinds = fake.requests
    .at(-1)
    ?.body.messages.map(({ content }) =>
      Array.isArray(content) ? content.map((block) => block['type']).join('+') : content,
    );
  expect(kinds).toEqual(['text', 'tool_use', 'tool_result', 'thinking+tool_use', 'tool_result']);
  expect(fake.violations).toEqual([]);
});

test('a message of nothing but thinking by the other model is left out', async () => {
  const { fake, talk } = await two([
    { content: [{ type: 'thinking', thinking: 'Hm.' }] },
    full,
    full,
    full,
    done,
  ]);
  await talk.ask();
  talk.tell('', { and: 'Go on.' });
  await talk.ask();
  expect(fake.requests.at(-1)?.body.messages.map(({ role }) => role)).toEqual(['user', 'user']);
});

test.each<[string, FakeTurn]>([
  [
    'a model that does not exist',
    { status: 404, error: { type: 'not_found_error', message: 'model: nope' } },
  ],
  [
    'a key that is not accepted',
    { status: 401, error: { type: 'authentication_error', message: 'no' } },
  ],
  ['a server that fails', { status: 500, headers: { 'x-should-retry': 'false' } }],
])('%s is told, and no other model asked', async (_, turn) => {
  const { fake, model, talk } = await two([turn, done]);
  await expect(talk.ask()).rejects.toMatchObject({ name: 'ApiFailure', status: turn.status });
  expect(fake.requests).toHaveLength(1);
  expect(model.id).toBe('claude-sonnet-5-5');
});

test('calls that were handed out stand, whatever comes after them', async () => {
  const { fake, model, talk } = await two([
    { content: [bash, bash], breakAfterBlocks: 1, breakWith: 'error' },
    done,
  ]);
  expect(await talk.ask()).toMatchObject({ cut: true });
  talk.tell('made');
  await talk.ask();
  expect(model.id).toBe('claude-sonnet-5-5');
  expect(fake.violations).toEqual([]);
});

test('an abort in the last wait is an abort', async () => {
  const { talk } = await two([{ ...full, headers: { 'retry-after': '60' } }]);
  const abort = new AbortController();
  const reason = new Error('deadline');
  const asked = talk.ask(abort.signal);
  setTimeout(() => abort.abort(reason), 30);
  await expect(asked).rejects.toBe(reason);
});

test('tokens are counted by the model that is asked', async () => {
  const [one, other] = [await startFakeAnthropic({ turns: [full] }), await two([done])];
  onTestFinished(() => one.close());
  const retry = { maxOverloaded: 1 };
  const first = createApiModel({ apiKey: 'key', baseUrl: one.url, model: 'sonnet', retry });
  const model = withFallback(first, other.model);
  const talk = new Conversation(model);
  const request = { system: [], tools: [], messages: talk.messages, maxTokens: 10 };
  const { signal } = new AbortController();
  expect(await model.countTokens?.(request, signal)).toBe(one.counted[0]);
  await talk.ask();
  expect(await model.countTokens?.(request, signal)).toBe(other.fake.counted[0]);
  expect([one.counted.length, other.fake.counted.length]).toEqual([1, 1]);
});
