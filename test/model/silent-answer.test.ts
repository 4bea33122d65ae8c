import { expect, onTestFinished, test } from 'vitest';
import { createModel } from '../../src/model/create-model.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { asAwsStream, startCloud } from '../fakes/cloud-server.ts';
import { Conversation } from './conversation.ts';
import {
  call,
  delta,
  done,
  drip,
  type RawEvent,
  reason,
  STREAM,
  sending,
  start,
  stop,
  talkWith,
  text,
  wire,
} from './raw-answer.ts';

const PING = { type: 'ping' };

/** These events, and then the last of them again and again. */
function forEver(first: readonly RawEvent[], last: RawEvent): FakeTurn {
  return {
    deliver: async (_whole, response) => {
      response.writeHead(200, STREAM).write(first.map(wire).join(''));
      await drip(response, () => wire(last));
    },
  };
}

const open = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
/** So short that five times it is soon over. */
const stallMs = 300;

test.each<[string, FakeTurn]>([
  ['pings from the first byte on', forEver([], PING)],
  ['pings in a block', forEver([start(), open], PING)],
  ['comments', { deliver: (_whole, response) => drip(response, () => ': \n\n') }],
  ['events that nobody knows before the start', forEver([], { type: 'shimmer' })],
])('%s and nothing else count as a stream that stalled', async (_, silent) => {
  const { fake, talk } = await talkWith([silent, done], { stallMs });
  const { message, cut } = await talk.ask();
  expect(cut).toBe(false);
  expect(message.content).toMatchObject([{ type: 'text', text: 'Done.' }]);
  expect(talk.retries.map(({ error }) => error)).toEqual(['Nothing of the answer came for 2 s.']);
  expect(fake.requests).toHaveLength(2);
});

test('what ran before it fell silent is kept, and not asked for again', async () => {
  const { fake, talk } = await talkWith([forEver([start(), ...call(0)], PING)], { stallMs });
  const { message, cut } = await talk.ask();
  expect(cut).toBe(true);
  expect(message.content).toMatchObject([{ type: 'tool_use', input: { command: 'make' } }]);
  expect(talk.retries).toEqual([]);
  expect(fake.requests).toHaveLength(1);
});

test('when it is so each time it is told in one sentence', async () => {
  const turns = Array.from({ length: 2 }, () => forEver([start()], PING));
  const { talk } = await talkWith(turns, { stallMs, retry: { maxRetries: 1 } });
  await expect(talk.ask()).rejects.toThrow(
    'The connection to the API broke (tried 2 times): Nothing of the answer came for 2 s.',
  );
});

test('a model may think for longer than a stream may be silent, as long as it shows that it lives', async () => {
  let pings = 0;
  const thinking: FakeTurn = {
    deliver: async (_whole, response) => {
      response.writeHead(200, STREAM).write(wire(start()));
      const begin = performance.now();
      while (performance.now() - begin < 3 * stallMs) {
        pings += 1;
        await new Promise((resolve) => response.write(wire(PING), resolve));
        await new Promise(setImmediate);
      }
      response.end([...text(0), reason('end_turn'), stop].map(wire).join(''));
    },
  };
  const { talk } = await talkWith([thinking], { stallMs });
  expect((await talk.ask()).message.content).toMatchObject([{ type: 'text', text: 'Done.' }]);
  expect(pings).toBeGreaterThan(0);
  expect(talk.retries).toEqual([]);
});

const much = { stallMs: 60_000 };
const blocks = Array.from({ length: 5_001 }, (_, index) => text(index, '.')).flat();
const HALF = 'x'.repeat(8_000_000);

test.each<[string, readonly RawEvent[], RegExp]>([
  [
    'empty parts',
    [start(), open, ...Array<RawEvent>(10_001).fill(delta(0, { type: 'text_delta', text: '' }))],
    /brings nothing/u,
  ],
  [
    'ends',
    [start(), ...text(0), ...Array<RawEvent>(10_002).fill(reason('end_turn'))],
    /brings nothing/u,
  ],
  [
    'events that nobody knows',
    [start(), ...Array<RawEvent>(10_001).fill({ type: 'shimmer' })],
    /brings nothing/u,
  ],
  ['blocks', [start(), ...blocks, reason('end_turn'), stop], /longer than any/u],
  [
    'whole blocks of megabytes',
    [
      start(),
      ...Array.from({ length: 5 }, (_, index) => [
        { type: 'content_block_start', index, content_block: { type: 'shimmer', HALF } },
        { type: 'content_block_stop', index },
      ]).flat(),
    ],
    /longer than any/u,
  ],
  [
    'parts of megabytes of a kind that nobody knows',
    [start(), open, ...Array<RawEvent>(5).fill(delta(0, { type: 'shimmer', HALF }))],
    /longer than any/u,
  ],
])('too many %s are no answer, however fast they come', async (_, events, why) => {
  const { talk } = await talkWith([sending(events), done], much);
  await talk.ask();
  expect(talk.retries.map(({ error }) => error)).toEqual([expect.stringMatching(why)]);
});

const MODEL = 'us.anthropic.claude-sonnet-4-6-v1:0';

/** Bedrock, which sends these bytes first and a whole answer then. */
async function bedrock(bytes: Buffer, goesOn: boolean) {
  const cloud = await startCloud((_request, index) => {
    const whole = asAwsStream(done, MODEL);
    if (index > 0) return whole;
    return {
      ...whole,
      body: bytes,
      ...(goesOn && { goesOn: () => Buffer.from('x') }),
    };
  });
  onTestFinished(() => cloud.close());
  const model = await createModel({
    model: MODEL,
    cloud: 'bedrock',
    stallMs,
    environment: {
      AWS_REGION: 'eu-central-1',
      AWS_BEARER_TOKEN_BEDROCK: 'bedrock-key',
      ANTHROPIC_BEDROCK_BASE_URL: cloud.url,
    },
    retry: { baseMs: 1, cutMs: 1, maxRetries: 3 },
  });
  const talk = new Conversation(model);
  await talk.ask();
  return talk.retries.map(({ error }) => error);
}

function announced(bytes: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(bytes);
  return head;
}

test.each([0, 3, 15, 32_000_001, 2_000_000_000, 4_294_967_295])(
  'a frame that announces %i bytes is none, and no memory is set aside for it',
  async (bytes) => {
    const before = process.memoryUsage().arrayBuffers;
    expect(await bedrock(announced(bytes), false)).toEqual([
      `A frame of the answer is said to have ${bytes} bytes, which none can have.`,
    ]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32_000_000);
  },
);

test('a frame that never ends is none', async () => {
  expect(await bedrock(announced(31_000_000), true)).toEqual([
    'Nothing of the answer came for 2 s.',
  ]);
});
