import { expect, test } from 'vitest';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import {
  block,
  call,
  delta,
  done,
  HUGE_NUMBER,
  type RawEvent,
  reason,
  sending,
  start,
  stop,
  talkWith,
  text,
} from './raw-answer.ts';

const words = { type: 'text', text: '' };
const end = [reason('end_turn'), stop];
const whole = [...text(0), ...end];
const long = 'x'.repeat(1_000_000);

test.each<[string, readonly RawEvent[]]>([
  ['a second start', [start(), ...text(0, 'Half'), start(), ...whole]],
  ['a start that is none', [{ type: 'message_start' }, ...whole]],
  [
    'a start with calls in it',
    [start({ content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: {} }] }), ...whole],
  ],
  ['a start without a usage', [start({ usage: undefined }), ...whole]],
  ['no id', [start({ id: 7 }), ...whole]],
  ['a model that is no name', [start({ model: { name: 'x' } }), ...whole]],
  ['a model with a megabyte for a name', [start({ model: long }), ...whole]],
  ['a block that is skipped', [start(), ...text(1), ...end]],
  [
    'a block with an index that is no number',
    [start(), { type: 'content_block_start', index: '0', content_block: words }, ...end],
  ],
  ['a stop without a start', [start(), { type: 'content_block_stop', index: 0 }, ...whole]],
  ['a part without a block', [start(), delta(0, { type: 'text_delta', text: 'x' }), ...whole]],
  [
    'a block that is null',
    [start(), { type: 'content_block_start', index: 0, content_block: null }, ...end],
  ],
  [
    'a block without a kind',
    [start(), ...block(0, { text: '' }, { type: 'text_delta', text: 'x' }), ...end],
  ],
  [
    'words that are a number',
    [start(), ...block(0, words, { type: 'text_delta', text: 7 }), ...end],
  ],
  [
    'a text that is none',
    [start(), ...block(0, { type: 'text', text: 7 }, { type: 'shimmer' }), ...end],
  ],
  [
    'a text left open',
    [start(), { type: 'content_block_start', index: 0, content_block: words }, ...end],
  ],
  ['a call left open', [start(), ...call(0).slice(0, 2), reason('tool_use'), stop]],
  ['a call without an id', [start(), ...call(0, ''), reason('tool_use'), stop]],
  ['a call with a number for an id', [start(), ...call(0, 7), reason('tool_use'), stop]],
  ['a call with a megabyte for an id', [start(), ...call(0, long), reason('tool_use'), stop]],
  ['a call without a name', [start(), ...call(0, 'a', null), reason('tool_use'), stop]],
  ['a call with a megabyte for a name', [start(), ...call(0, 'a', long), reason('tool_use'), stop]],
  ['no reason at its end', [start(), ...text(0), reason(null), stop]],
  ['a reason that is an object', [start(), ...text(0), reason({ end_turn: true }), stop]],
  ['a reason of a megabyte', [start(), ...text(0), reason(long), stop]],
  ['no end but its stop', [start(), ...text(0), stop]],
  [
    'an end without a usage',
    [start(), ...text(0), { type: 'message_delta', delta: { stop_reason: 'end_turn' } }, stop],
  ],
  ['null for an event', [start(), ...text(0), { type: 'content_block_start', index: 1 }, ...end]],
])('an answer with %s is asked for again, and runs nothing', async (_, events) => {
  const { fake, talk } = await talkWith([sending(events), done]);
  const { message } = await talk.ask();
  expect(message.content).toMatchObject([{ type: 'text', text: 'Done.' }]);
  expect(talk.everyCall).toEqual([]);
  expect(fake.violations).toEqual([]);
  const [retry, ...others] = talk.retries;
  expect(others).toEqual([]);
  expect(retry?.error).toMatch(/^[A-Z].{10,200}$/u);
});

test.each<[string, readonly RawEvent[]]>([
  ['another call', [...call(1, 'toolu_2'), reason('tool_use'), stop]],
  ['another answer', [start(), ...call(0, 'toolu_3'), reason('tool_use'), stop]],
  ['another end', [reason('refusal', { output_tokens: 1e6 }), stop]],
  ['an error', [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]],
  ['parts of what came', [delta(0, { type: 'text_delta', text: 'More.' })]],
])('behind its end %s is no part of an answer', async (_, behind) => {
  const { fake, talk } = await talkWith([
    sending([start(), ...text(0), ...call(1), reason('tool_use'), stop, ...behind]),
  ]);
  const { message, cut } = await talk.ask();
  expect(cut).toBe(false);
  expect(message).toMatchObject({ stop_reason: 'tool_use', usage: { output_tokens: 5 } });
  expect(message.content).toMatchObject([{ text: 'Done.' }, { id: 'toolu_1' }]);
  expect(talk.everyCall).toEqual(['toolu_1']);
  expect(fake.requests).toHaveLength(1);
});

test('parts of a call in a text are passed over', async () => {
  const json = { type: 'input_json_delta', partial_json: '{"command":"rm"}' };
  const { talk } = await talkWith([
    sending([start(), ...text(0).slice(0, 2), delta(0, json), ...text(0).slice(2), ...end]),
  ]);
  expect((await talk.ask()).message.content).toMatchObject([{ type: 'text', text: 'Done.' }]);
  expect(talk.everyCall).toEqual([]);
});

test.each<[unknown, number]>([
  [-5_000_000, 0],
  ['12', 0],
  [null, 0],
  [{}, 0],
  [HUGE_NUMBER, 1e9],
  [1e300, 1e9],
  [0.5, 1],
])('a count of %j tokens is one of %i', async (given, counted) => {
  const usage = {
    input_tokens: given,
    output_tokens: given,
    cache_read_input_tokens: given,
    cache_creation: { ephemeral_1h_input_tokens: given },
    server_tool_use: given,
    speed: given,
  };
  const { talk } = await talkWith([
    sending([start({ usage }), ...text(0), reason('end_turn', { output_tokens: given }), stop]),
  ]);
  const { message } = await talk.ask();
  expect(message.usage).toMatchObject({
    input_tokens: counted,
    output_tokens: counted,
    cache_read_input_tokens: given === null ? null : counted,
    cache_creation: { ephemeral_1h_input_tokens: counted },
  });
  expect(JSON.parse(JSON.stringify(message.usage))).toEqual(message.usage);
});

const answers = (
  status: number,
  headers: Record<string, string>,
  body: string | Buffer = '',
): FakeTurn => ({
  deliver: (_whole, response) => {
    response.writeHead(status, headers).end(body);
  },
});
const problem = JSON.stringify({ type: 'error', error: { type: 'api_error', message: 'Oh no.' } });

test.each<[string, FakeTurn]>([
  ['204', answers(204, {})],
  ['200 and nothing', answers(200, {})],
  ['200 and an error in JSON', answers(200, { 'content-type': 'application/json' }, problem)],
  [
    '200 and bytes without an end of line',
    answers(200, { 'content-type': 'application/json' }, Buffer.alloc(40_000_000, 'x')),
  ],
  [
    'chunks that are none',
    {
      deliver: (_whole, { socket }) =>
        socket?.end(
          'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nshimmer\r\n',
        ),
    },
  ],
  [
    'another protocol',
    {
      deliver: (_whole, { socket }) =>
        socket?.end(
          'HTTP/1.1 101 Switching Protocols\r\nupgrade: shimmer\r\nconnection: upgrade\r\n\r\n',
        ),
    },
  ],
  [
    'less than it announces',
    {
      deliver: (_whole, { socket }) =>
        socket?.end(
          'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 100\r\n\r\nevent: ping\n',
        ),
    },
  ],
])('%s is a try that failed', async (_, odd) => {
  const { talk } = await talkWith([odd, done]);
  await talk.ask();
  expect(talk.retries.map(({ error }) => error)).toEqual([expect.stringMatching(/^.{10,300}$/u)]);
});

test.each([
  [
    'HTTP/1.0',
    (whole: Buffer) => `HTTP/1.0 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${whole}`,
  ],
  [
    'a storm of heads before the head',
    (whole: Buffer) =>
      `${'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(10_000)}HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n${whole}`,
  ],
  [
    'trailers',
    (whole: Buffer) =>
      `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n${whole.length.toString(16)}\r\n${whole}\r\n0\r\nx: y\r\n\r\n`,
  ],
])('an answer by %s is one', async (_, bytes) => {
  const deliver: FakeTurn['deliver'] = (whole, { socket }) => socket?.end(bytes(whole));
  const { talk } = await talkWith([{ ...done, deliver }]);
  expect((await talk.ask()).message.content).toMatchObject([{ text: 'Done.' }]);
  expect(talk.retries).toEqual([]);
});

test.each([301, 302, 303, 307, 308])(
  '%i leads nowhere: the key stays where it is',
  async (status) => {
    const elsewhere = await talkWith([done]);
    const { fake, talk } = await talkWith([
      answers(status, { location: `${elsewhere.fake.url}/v1/messages` }),
    ]);
    await expect(talk.ask()).rejects.toThrow(`The API answered ${status}`);
    expect(elsewhere.fake.requests).toEqual([]);
    expect(fake.requests).toHaveLength(1);
  },
);

test.each<[string, string, string | undefined]>([
  ['a date long gone', 'Thu, 01 Jan 1970 00:00:00 GMT', undefined],
  ['a time below zero', '-5', undefined],
  ['a billion seconds', '1e9', 'It asks to wait 1000000000 s, which is longer than a run waits.'],
  ['a date far away', 'Fri, 31 Dec 9999 23:59:59 GMT', 'which is longer than a run waits.'],
  ['no time at all', 'shimmer', 'rate_limit_error'],
  ['no end', 'Infinity', 'rate_limit_error'],
])('429 with %s for a wait', async (_, wait, refused) => {
  const error = { type: 'rate_limit_error', message: 'Slow down' };
  const { fake, talk } = await talkWith([
    { status: 429, error, headers: { 'retry-after': wait } },
    done,
  ]);
  if (refused === undefined) await talk.ask();
  else await expect(talk.ask()).rejects.toThrow(refused);
  expect(fake.requests).toHaveLength(refused === undefined ? 2 : 1);
});

test('an error that comes byte by byte is not waited for to its end', async () => {
  const slow: FakeTurn = {
    deliver: async (_whole, response) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.on('error', () => {});
      while (!response.destroyed) {
        await new Promise((resolve) => response.write(' ', resolve));
        await new Promise(setImmediate);
      }
    },
  };
  const { talk } = await talkWith([slow, done], { stallMs: 300 });
  await talk.ask();
  expect(talk.retries.map(({ status }) => status)).toEqual([500]);
});

test('a head without end is refused', async () => {
  const bomb = answers(
    200,
    Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`x-${index}`, 'x'.repeat(1_000)]),
    ),
  );
  const { fake, talk } = await talkWith([bomb, done]);
  await expect(talk.ask()).rejects.toThrow(/Header overflow/iu);
  expect(fake.requests).toHaveLength(1);
});
