import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createApiModel } from '../../src/model/api-model.ts';
import {
  type FakeAnthropic,
  type FakeOptions,
  startFakeAnthropic,
} from '../fakes/anthropic-api.ts';
import type { FakeBlock } from '../fakes/anthropic-turn.ts';
import { Conversation } from './conversation.ts';

let fake: FakeAnthropic | undefined;

afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

async function start(turns: FakeOptions['turns'], options: Partial<FakeOptions> = {}) {
  fake = await startFakeAnthropic({ seed: 1, ...options, turns });
  return { fake, model: createApiModel({ model: 'sonnet', apiKey: 'key', baseUrl: fake.url }) };
}

const call = (command: string): FakeBlock => ({
  type: 'tool_use',
  name: 'Bash',
  input: { command },
});

test('blocks come whole and in order, inputs parsed, and the message is made of the same ones', async () => {
  const { model, fake } = await start([
    {
      content: [
        { type: 'thinking', thinking: 'Füße — 😀' },
        { type: 'redacted_thinking', data: 'b3BhcXVl' },
        { type: 'text', text: 'Look.' },
        call('printf "ü\\n"'),
        { type: 'tool_use', name: 'Read' },
        { type: 'other', block: { type: 'shiny_new_block', data: [1, { a: null }] } },
      ],
    },
  ]);
  const talk = new Conversation(model);
  const { message, cut, requestId } = await talk.ask();
  expect({ cut, requestId, stop: message.stop_reason }).toEqual({
    cut: false,
    requestId: 'req_0000',
    stop: 'tool_use',
  });
  expect(talk.blocks).toEqual(message.content);
  expect(message.content).toEqual([
    { type: 'thinking', thinking: 'Füße — 😀', signature: 'sig-0-0' },
    { type: 'redacted_thinking', data: 'b3BhcXVl' },
    { type: 'text', text: 'Look.', citations: null },
    expect.objectContaining({ id: 'toolu_0_3', input: { command: 'printf "ü\\n"' } }),
    expect.objectContaining({ id: 'toolu_0_4', input: {} }),
    { type: 'shiny_new_block', data: [1, { a: null }] },
  ]);
  expect(fake.violations).toEqual([]);
});

test('a long run keeps the protocol, a stable prefix and a warm cache', async () => {
  const turns = Array.from({ length: 12 }, (_, index) => ({
    content: [
      { type: 'thinking' as const, thinking: `step ${index}` },
      // Every third turn adds more blocks than the API looks back over.
      ...Array.from({ length: index % 3 === 2 ? 14 : 2 }, (_, number) => call(`echo ${number}`)),
    ],
  }));
  const { model, fake } = await start([...turns, { content: [{ type: 'text', text: 'Done.' }] }]);
  const talk = new Conversation(model);
  for (const _ of turns) {
    await talk.ask();
    talk.tell('x'.repeat(200), { and: 'Go on.' });
  }
  const last = await talk.ask();
  expect(fake.violations).toEqual([]);
  for (const [index, request] of fake.requests.entries()) {
    const before = fake.requests[index - 1]?.cache;
    expect(request.cache?.read).toBe(before ? before.read + before.written : 0);
    expect(request.cache?.fresh).toBe(0);
  }
  expect(last.message.usage.cache_read_input_tokens).toBeGreaterThan(1000);
});

test('whatever an answer holds, it arrives as it was written', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => /\S/u.test(value));
  const blocks = fc.array(
    fc.oneof(
      text.map((value): FakeBlock => ({ type: 'text', text: value })),
      text.map((value): FakeBlock => ({ type: 'thinking', thinking: value })),
      fc
        .dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          fc.jsonValue(),
        )
        .map((input): FakeBlock => ({ type: 'tool_use', name: 'Bash', input })),
    ),
    { minLength: 1, maxLength: 6 },
  );
  const { model, fake } = await start([]);
  await fc.assert(
    fc.asyncProperty(blocks, async (content) => {
      fake.reset([{ content }, { content: [{ type: 'text', text: 'ok' }] }]);
      const talk = new Conversation(model);
      await talk.ask();
      expect(talk.blocks.map(bare)).toEqual(content.map(bare));
      talk.tell('fine', { and: 'Go on.' });
      await talk.ask();
      expect(fake.violations).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

function bare(block: object): unknown {
  const { type, text, thinking, input } = block as Record<string, unknown>;
  return JSON.parse(JSON.stringify({ type, text, thinking, input }));
}

test('an answer that was cut short by its limit keeps only what is whole', async () => {
  const { model } = await start([
    {
      content: [
        { type: 'text', text: 'I write.' },
        { type: 'tool_use', name: 'Bash', inputJson: '{"command":"rm -rf build/ca' },
      ],
      stopReason: 'max_tokens',
    },
  ]);
  const talk = new Conversation(model);
  const { message, cut } = await talk.ask();
  expect(cut).toBe(false);
  expect(message.stop_reason).toBe('max_tokens');
  expect(message.content).toEqual([{ type: 'text', text: 'I write.', citations: null }]);
  expect(talk.blocks).toEqual(message.content);
});

test('events and deltas of kinds unknown are passed over, and unknown blocks go back as they came', async () => {
  const block = { type: 'shiny_new_block', data: [1, { a: null }] };
  const { model, fake } = await start([
    {
      content: [{ type: 'text', text: 'Look.' }, { type: 'other', block }, call('make')],
      strangeEvents: true,
    },
    { content: [{ type: 'text', text: 'Done.' }] },
  ]);
  const talk = new Conversation(model);
  const { message } = await talk.ask();
  expect(message.content.map(({ type }) => type)).toEqual(['text', 'shiny_new_block', 'tool_use']);
  talk.tell('made');
  await talk.ask();
  expect(talk.retries).toEqual([]);
  expect(fake.requests[1]?.body.messages[1]?.content).toContainEqual(block);
  expect(fake.violations).toEqual([]);
});

test('a refusal keeps its details', async () => {
  const stopDetails = { type: 'refusal', category: 'cyber', explanation: 'No.' };
  const { model } = await start([{ content: [], stopReason: 'refusal', stopDetails }]);
  const { message } = await new Conversation(model).ask();
  expect(message).toMatchObject({ stop_reason: 'refusal', stop_details: stopDetails, content: [] });
});

test('an answer is taken when its last event came, also when the connection stays open', async () => {
  const { model } = await start([{ content: [{ type: 'text', text: 'Done.' }], lingers: true }]);
  const { message, cut } = await new Conversation(model).ask();
  expect({ cut, stop: message.stop_reason }).toEqual({ cut: false, stop: 'end_turn' });
});

test('effort, limit of the model, and no tools for last words are sent', async () => {
  fake = await startFakeAnthropic({ turns: [{ content: [{ type: 'text', text: 'Done.' }] }] });
  const model = createApiModel({
    model: 'claude-sonnet-4-6',
    authToken: 'token',
    baseUrl: `${fake.url}/gateway/`,
    effort: 'low',
  });
  await new Conversation(model, 'Sum up.', { maxTokens: 1e9, noTools: true }).ask();
  const [request] = fake.requests;
  expect(request?.headers.authorization).toBe('Bearer token');
  expect(request?.body).toMatchObject({
    model: 'claude-sonnet-4-6',
    max_tokens: 64_000,
    tool_choice: { type: 'none' },
    output_config: { effort: 'low' },
  });
  expect(fake.violations).toEqual([]);
});

test.each([
  [{}, 'No credential'],
  [{ apiKey: 'a', authToken: 'b' }, 'Two credentials'],
  [{ apiKey: 'line\nbreak' }, 'The API key has a blank, a line break'],
  [{ apiKey: 'a', baseUrl: 'api.example.com' }, 'base URL'],
])('%j can not work', (options, message) => {
  expect(() => createApiModel({ model: 'opus', ...options })).toThrow(message);
});
