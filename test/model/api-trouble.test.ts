import { afterEach, expect, test } from 'vitest';
import { type ApiModelOptions, createApiModel } from '../../src/model/api-model.ts';
import { ApiFailure } from '../../src/model/model.ts';
import { type FakeAnthropic, startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { Conversation } from './conversation.ts';

let fake: FakeAnthropic | undefined;

afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

async function talkTo(turns: readonly FakeTurn[], options: Partial<ApiModelOptions> = {}) {
  fake = await startFakeAnthropic({ turns, keys: ['key'] });
  const retry = { baseMs: 1, cutMs: 1, maxRetries: 4, maxUnreachable: 2 };
  const model = createApiModel({
    model: 'sonnet',
    apiKey: 'key',
    baseUrl: fake.url,
    retry,
    ...options,
  });
  return { fake, talk: new Conversation(model) };
}

const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };
const words = { type: 'text', text: 'Half a' } as const;
const bash = { type: 'tool_use', name: 'Bash', input: { command: 'make' } } as const;
/** The whole answer but one event. */
const leaveOut =
  (left: number): NonNullable<FakeTurn['deliver']> =>
  (whole, response) => {
    const events = whole.toString().split(/(?<=\n\n)/u);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.filter((_, index) => index !== left).join(''));
  };
const soon = { 'retry-after-ms': '1' };

test.each<[string, FakeTurn]>([
  ['408', { status: 408 }],
  ['409', { status: 409 }],
  ['429 with a time', { status: 429, headers: soon }],
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['529', { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } }],
  ['a refusal that asks to be tried again', { status: 400, headers: { 'x-should-retry': 'true' } }],
  ['a cut before anything', { content: [words], breakAfterBlocks: 0 }],
  ['a cut after words', { content: [words, words], breakAfterBlocks: 1 }],
  ['a cut in the middle of a call', { content: [words, bash], breakAfterBlocks: 1 }],
  ['an end that came too early', { content: [words], breakAfterBlocks: 1, breakWith: 'end' }],
  ['an error event', { content: [words], breakAfterBlocks: 1, breakWith: 'error' }],
  ['an event that is no JSON', { content: [words], breakAfterBlocks: 1, breakWith: 'garbage' }],
  ['a stream without the start of its block', { content: [words], deliver: leaveOut(1) }],
  ['a stream without its start', { content: [words], deliver: leaveOut(0) }],
  ['more than any answer can be', { content: [{ ...words, text: 'x'.repeat(4_000_001) }] }],
  ['input that is no JSON', { content: [{ ...bash, inputJson: '{"command": mak' }] }],
])('%s is tried again, and what came of it is forgotten', async (_, broken) => {
  const { fake, talk } = await talkTo([broken, broken, done]);
  const { message, cut } = await talk.ask();
  expect(cut).toBe(false);
  expect(message.content).toEqual([{ type: 'text', text: 'Done.', citations: null }]);
  expect(talk.blocks).toEqual(message.content);
  expect(talk.retries.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, broken.status],
    [2, broken.status],
  ]);
  expect(fake.violations).toEqual([]);
});

test.each(['cut', 'end', 'error', 'garbage'] as const)(
  'after a call was handed out, %s ends the answer and nothing is asked twice',
  async (breakWith) => {
    const content = [{ type: 'thinking', thinking: 'hm' } as const, bash, bash];
    const { fake, talk } = await talkTo([{ content, breakAfterBlocks: 2, breakWith }, done]);
    const { message, cut } = await talk.ask();
    expect(cut).toBe(true);
    expect(message.content.map((block) => block.type)).toEqual(['thinking', 'tool_use']);
    expect(talk.blocks).toEqual(message.content);
    expect(talk.retries).toEqual([]);
    talk.tell('made');
    await talk.ask();
    expect(fake.violations).toEqual([]);
    expect(fake.requests).toHaveLength(2);
  },
);

test('a stream that falls silent counts as cut', async () => {
  const stalled: FakeTurn = { content: [words], breakAfterBlocks: 1, breakWith: 'stall' };
  const { talk } = await talkTo([stalled, done], { stallMs: 100 });
  await talk.ask();
  expect(talk.retries.map((retry) => retry.error)).toEqual([expect.stringContaining('No byte')]);
});

test('an answer that never begins is tried again', async () => {
  const { talk } = await talkTo([{ ...done, delayMs: 60_000 }, done], { timeoutMs: 100 });
  await talk.ask();
  expect(talk.retries.map((retry) => retry.error)).toEqual(['no answer came in time']);
});

test.each<[string, FakeTurn, RegExp]>([
  ['400', refused(400, 'invalid_request_error', 'prompt is too long'), /400.*prompt is too long/],
  ['401', refused(401, 'authentication_error', 'invalid x-api-key'), /401.*invalid x-api-key/],
  ['403', refused(403, 'permission_error', 'not yours'), /403.*not yours/],
  ['404', refused(404, 'not_found_error', 'model: nope'), /404.*model: nope/],
  ['413', refused(413, 'request_too_large', 'too big'), /413.*too big/],
  ['a spend cap', refused(429, 'rate_limit_error', 'monthly limit'), /429.*monthly limit/],
  [
    'a spend cap by its code',
    {
      status: 429,
      headers: { ...soon, 'x-should-retry': 'true' },
      error: { message: 'cap', details: { error_code: 'enforced_spend_limit_reached' } },
    },
    /cap/,
  ],
  ['529 that forbids it', { status: 529, headers: { 'x-should-retry': 'false' } }, /529/],
  ['a wait beyond reason', { status: 529, headers: { 'retry-after': '86400' } }, /86400 s/],
  [
    'a fatal error event',
    {
      content: [words],
      breakAfterBlocks: 1,
      breakWith: 'error',
      error: { type: 'invalid_request_error', message: 'bad block' },
    },
    /bad block/,
  ],
])('%s fails at once with the words of the API', async (_, turn, message) => {
  const { fake, talk } = await talkTo([turn, done]);
  const failure = await talk.ask().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({
    message: expect.stringMatching(message),
    requestId: 'req_0000',
    status: turn.status,
  });
  expect(fake.requests).toHaveLength(1);
});

test.each<[string, boolean, FakeTurn]>([
  ['413', true, refused(413, 'request_too_large', 'Request exceeds the maximum size')],
  [
    'a prompt that is too long',
    true,
    refused(400, 'invalid_request_error', 'prompt is too long: 214315 tokens > 200000 maximum'),
  ],
  [
    'a prompt that leaves no room for the answer',
    true,
    refused(
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000',
    ),
  ],
  [
    'the same in the stream',
    true,
    {
      content: [words],
      breakAfterBlocks: 0,
      breakWith: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 3 > 2' },
    },
  ],
  ['any other 400', false, refused(400, 'invalid_request_error', 'max_tokens: 1 is too long ago')],
  ['a wrong key', false, refused(401, 'authentication_error', 'prompt is too long')],
  ['an API that is down', false, { status: 529, headers: { 'x-should-retry': 'false' } }],
])('%s: too long is %s', async (_, tooLong, turn) => {
  const { talk } = await talkTo([turn]);
  await expect(talk.ask()).rejects.toMatchObject({ name: 'ApiFailure', tooLong });
});

function refused(status: number, type: string, message: string): FakeTurn {
  return { status, error: { type, message } };
}

test('it gives up after so many tries and says how many', async () => {
  const turn = refused(529, 'overloaded_error', 'Overloaded');
  const { fake, talk } = await talkTo(Array.from({ length: 9 }, () => turn));
  await expect(talk.ask()).rejects.toThrow(
    'The API answered 529 (overloaded_error): Overloaded (tried 5 times)',
  );
  expect(fake.requests).toHaveLength(5);
});

test('it waits as long as the API asks, and hardly at all after a cut', async () => {
  const turns: FakeTurn[] = [
    { status: 529, headers: { 'retry-after': '0.02' } },
    { status: 503, headers: { 'retry-after-ms': '30' } },
    done,
    { content: [words], breakAfterBlocks: 0 },
    done,
  ];
  const { talk } = await talkTo(turns, { retry: {} });
  await talk.ask();
  talk.tell('', { and: 'Go on.' });
  await talk.ask();
  const [seconds, exact, cut] = talk.retries.map((retry) => retry.delayMs);
  expect(seconds).toBeGreaterThanOrEqual(20);
  expect(seconds).toBeLessThan(30);
  expect(exact).toBeGreaterThanOrEqual(30);
  expect(exact).toBeLessThan(40);
  expect(cut).toBeLessThanOrEqual(100);
});

test.each<[string, FakeTurn, RegExp]>([
  [
    'that the API asks for',
    { status: 429, headers: { 'retry-after': '90' } },
    /^The API answered 429.*: status 429\. It asks to wait 90 s, but only 60 s of the run's time are left\.$/u,
  ],
  [
    'until a date',
    { status: 503, headers: { 'retry-after': new Date(Date.now() + 190_000).toUTCString() } },
    /It asks to wait 1\d\d s, but only 60 s of the run's time are left\.$/u,
  ],
])('a wait %s is not begun when the run would be over before its end', async (_, turn, words) => {
  const { fake, talk } = await talkTo([turn, done], { retry: { msLeft: () => 60_500 } });
  await expect(talk.ask()).rejects.toThrow(words);
  expect(talk.retries).toEqual([]);
  expect(fake.requests).toHaveLength(1);
});

test('nor is one of its own', async () => {
  const { talk } = await talkTo([{ status: 529 }, { status: 529 }, done], {
    retry: { baseMs: 10, random: () => 0, msLeft: () => 15 },
  });
  await expect(talk.ask()).rejects.toThrow(
    "(tried 2 times). There is no time to try again: 0 s of the run's time are left.",
  );
  expect(talk.retries).toHaveLength(1);
});

test('every request that failed has its id on record, where the API gave it one', async () => {
  const { fake, talk } = await talkTo([
    { status: 529, headers: soon },
    { content: [words], breakAfterBlocks: 1 },
    { content: [words], breakAfterBlocks: 1, breakWith: 'error' },
    done,
  ]);
  await talk.ask();
  expect(talk.retries.map(({ requestId }) => requestId)).toEqual([
    'req_0000',
    'req_0001',
    'req_0002',
  ]);
  await fake.close();
  await expect(talk.ask()).rejects.toMatchObject({ requestId: undefined });
});

test('a cut that is one too many names its request too', async () => {
  const cut: FakeTurn = { content: [words], breakAfterBlocks: 1 };
  const { talk } = await talkTo([cut], { retry: { maxRetries: 0 } });
  await expect(talk.ask()).rejects.toMatchObject({ name: 'ApiFailure', requestId: 'req_0000' });
});

test('an address where nothing listens is said to be so', async () => {
  const { fake } = await talkTo([]);
  await fake.close();
  const retry = { baseMs: 1, cutMs: 1, maxUnreachable: 2 };
  const model = createApiModel({ model: 'sonnet', apiKey: 'key', baseUrl: fake.url, retry });
  await expect(new Conversation(model).ask()).rejects.toThrow(
    /^The API can't be reached \(tried 3 times\): connect ECONNREFUSED/u,
  );
});

test('an abort ends it with its reason, while it streams and while it waits', async () => {
  const reason = new Error('deadline');
  const streaming = new AbortController();
  const first = await talkTo([{ content: [words, words], blockDelayMs: 60_000 }]);
  const asked = first.talk.ask(streaming.signal);
  setTimeout(() => streaming.abort(reason), 30);
  await expect(asked).rejects.toBe(reason);
  await first.fake.close();

  const second = await talkTo([{ status: 529, headers: { 'retry-after': '60' } }]);
  const waiting = new AbortController();
  const slept = second.talk.ask(waiting.signal);
  setTimeout(() => waiting.abort(reason), 30);
  await expect(slept).rejects.toBe(reason);
});

test('a key that is not accepted is told in the words of the API', async () => {
  const { talk } = await talkTo([done], { apiKey: 'wrong' });
  await expect(talk.ask()).rejects.toThrow(
    'The API answered 401 (authentication_error): invalid x-api-key',
  );
});
