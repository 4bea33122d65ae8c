import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createApiModel } from '../../src/model/api-model.ts';
import { EventLength } from '../../src/model/event-length.ts';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { Conversation } from './conversation.ts';

const MEGABYTE = 1_000_000;

/** An event of a megabyte, in chunks of the lengths given. */
function feed(length: EventLength, text: string, sizes: readonly number[]): void {
  const bytes = Buffer.from(text);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    length.take(bytes.subarray(at, at + size));
    at += size;
  }
}

test.each(['\n\n', '\r\n\r\n', '\r\r'])(
  'property: events that end with %j may go on for ever',
  (end) => {
    const event = `data: ${'x'.repeat(MEGABYTE)}${end}`;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 50_001, max: 200_000 }), { minLength: 1 }),
        (sizes) => {
          const length = new EventLength();
          for (let count = 0; count < 40; count += 1) feed(length, event, sizes);
        },
      ),
      { numRuns: 10 },
    );
  },
);

test.each([
  ['one line', 'x'.repeat(MEGABYTE)],
  ['lines', 'data: x\n'.repeat(MEGABYTE / 8)],
  ['lines as Windows writes them', 'data: x\r\n'.repeat(MEGABYTE / 9)],
])('an event of %s that does not end is none', (_, part) => {
  const length = new EventLength();
  expect(() => {
    // In the middle of a line's end too.
    for (let count = 0; count < 40; count += 1) feed(length, part, [65_536, 8, 9, 1]);
  }).toThrow('longer than any can be');
});

test('a stream with a line that never ends counts as cut', async () => {
  const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };
  const deliver: FakeTurn['deliver'] = async (whole, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(whole.toString().split(/(?<=\n\n)/u)[0]);
    const line = Readable.from(Array<string>(1_000).fill('x'.repeat(65_536)));
    // The other side cuts it.
    await expect(pipeline(line, response)).rejects.toThrow();
  };
  const fake = await startFakeAnthropic({ turns: [{ ...done, deliver }, done], keys: ['key'] });
  onTestFinished(() => fake.close());
  const retry = { baseMs: 1, cutMs: 1 };
  const talk = new Conversation(
    createApiModel({ model: 'sonnet', apiKey: 'key', baseUrl: fake.url, retry }),
  );
  const { cut, message } = await talk.ask();
  expect(cut).toBe(false);
  expect(message.content).toMatchObject([{ type: 'text', text: 'Done.' }]);
  expect(talk.retries.map(({ error }) => error)).toEqual([
    'An event of the answer is longer than any can be.',
  ]);
});
