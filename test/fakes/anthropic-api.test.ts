import { afterEach, expect, test } from 'vitest';
import { type FakeAnthropic, startFakeAnthropic } from './anthropic-api.ts';
import type { FakeTurn } from './anthropic-turn.ts';

let fake: FakeAnthropic;

afterEach(() => fake.close());

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (...content: unknown[]) => ({ role: 'assistant', content });
const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const text = (value: string) => ({ type: 'text', text: value });
const mark = { cache_control: { type: 'ephemeral' } };

const good = { model: 'claude-sonnet-5-5', max_tokens: 10, stream: true, messages: [user('Go.')] };

async function post(body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${fake.url}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer key',
      'anthropic-version': '2026-10-21',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

async function start(turns: readonly FakeTurn[] = [{ content: [] }]): Promise<void> {
  fake = await startFakeAnthropic({ turns, keys: ['key'] });
}

test.each<[string, object, string]>([
  ['temperature', { temperature: 1 }, 'temperature: Extra inputs'],
  ['no max_tokens', { max_tokens: undefined }, 'max_tokens: Field required'],
  ['no messages', { messages: [] }, 'at least one message'],
  ['an assistant first', { messages: [assistant(text('x'))] }, 'must be user'],
  ['prefill', { messages: [user('x'), assistant(text('x'))] }, 'prefill'],
  ['an odd role', { messages: [{ role: 'tool', content: 'x' }] }, 'role: invalid'],
  ['blank text', { messages: [user([text(' ')])] }, 'non-whitespace'],
  ['an unanswered call', { messages: [user('x'), assistant(call('a'))] }, 'without tool_result'],
  [
    'results out of order',
    { messages: [user('x'), assistant(call('a'), call('b')), user([result('b'), result('a')])] },
    'do not answer',
  ],
  [
    'a result too many',
    { messages: [user('x'), assistant(call('a')), user([result('a'), result('a')])] },
    'do not answer',
  ],
  [
    'words before results',
    { messages: [user('x'), assistant(call('a')), user([text('hm'), result('a')])] },
    'must come before',
  ],
  [
    'thinking nobody sent',
    {
      messages: [
        user('x'),
        assistant({ type: 'thinking', thinking: 'x', signature: 'forged' }, text('x')),
        user('y'),
      ],
    },
    'Invalid signature',
  ],
  [
    'five breakpoints',
    { messages: [user(Array.from({ length: 5 }, () => ({ ...text('x'), ...mark })))] },
    'maximum of 4',
  ],
  [
    'two tools of a name',
    { tools: [1, 2].map(() => ({ name: 'A', input_schema: { type: 'object' } })) },
    'unique',
  ],
  ['a bad tool name', { tools: [{ name: 'a b', input_schema: { type: 'object' } }] }, 'invalid'],
])('%s is refused', async (_, change, message) => {
  await start();
  const answer = await post({ ...good, ...change });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({
    type: 'error',
    error: { type: 'invalid_request_error', message: expect.stringContaining(message) },
  });
  expect(fake.violations).toHaveLength(1);
});

test('the old version and a wrong key are refused, x-api-key is let in', async () => {
  await start();
  expect((await post(good, { 'anthropic-version': '2023-06-01' })).status).toBe(400);
  expect((await post(good, { authorization: 'Bearer other' })).status).toBe(401);
  fake.reset([{ content: [] }]);
  expect((await post(good, { authorization: '', 'x-api-key': 'key' })).status).toBe(200);
});

test.each<[string, object, string]>([
  ['thinking', { thinking: { type: 'thinking', thinking: 'HM', signature: 'sig-0-0' } }, 'changed'],
  ['no thinking', { thinking: text('instead') }, 'must come back whole'],
  ['input', { call: { ...call('toolu_0_1'), input: { a: 2 } } }, 'changed'],
  ['an earlier message', { first: 'Gone.' }, 'first message changed'],
  ['the system prompt', { system: 'New.' }, 'system changed'],
])('a history with another %s is refused', async (_, change, message) => {
  await start([
    {
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'tool_use', name: 'Bash', input: { a: 1 } },
      ],
    },
    { content: [] },
  ]);
  await post({ ...good, system: 'Rules.' });
  const now = {
    first: 'Go.',
    system: 'Rules.',
    thinking: { type: 'thinking', thinking: 'hm', signature: 'sig-0-0' },
    call: { ...call('toolu_0_1'), input: { a: 1 } },
    ...change,
  };
  const answer = await post({
    ...good,
    system: now.system,
    messages: [user(now.first), assistant(now.thinking, now.call), user([result('toolu_0_1')])],
  });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(message);
});

test('the cache is read where a breakpoint finds it, and not beyond twenty positions', async () => {
  await start(Array.from({ length: 3 }, () => ({ content: [text('ok') as never] })));
  const long = { ...text('x'.repeat(5000)), ...mark };
  await post({ ...good, messages: [user([long])] });
  const near = [user([text('x'.repeat(5000)), ...parts(18), { ...text('end'), ...mark }])];
  await post({ ...good, messages: near });
  const far = [user([text('x'.repeat(5000)), ...parts(60), { ...text('end'), ...mark }])];
  await post({ ...good, messages: far });
  const [first, second, third] = fake.requests.map((request) => request.cache);
  expect(first).toMatchObject({ read: 0, fresh: 0, breakpoints: 1 });
  expect(second?.read).toBe(first?.written);
  expect(third?.read).toBe(0);
});

function parts(count: number): object[] {
  return Array.from({ length: count }, (_, index) => text(`part ${index}`));
}
