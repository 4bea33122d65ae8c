import { expect, onTestFinished, test, vi } from 'vitest';
import { type ApiModelOptions, createApiModel } from '../../src/model/api-model.ts';
import { knownCapabilities } from '../../src/model/capabilities.ts';
import { type FakeOptions, startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { Conversation } from './conversation.ts';

const yes = { supported: true };
const no = { supported: false };
const info = {
  type: 'model',
  id: 'claude-next-9',
  max_input_tokens: 2_000_000,
  max_tokens: 500,
  capabilities: {
    thinking: {
      supported: true,
      types: { adaptive: yes, enabled: no, disabled: no, between_tools: yes },
    },
    effort: { supported: true, low: yes, medium: no, high: yes, max: no, xhigh: null },
    context_management: { supported: true, clear_tool_uses_20250919: yes },
  },
};
const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };

async function talkTo(models: FakeOptions['models'], options: Partial<ApiModelOptions> = {}) {
  const fake = await startFakeAnthropic({ turns: () => done, ...(models && { models }) });
  onTestFinished(() => fake.close());
  const notices: string[] = [];
  const model = createApiModel({
    model: 'claude-next-9',
    apiKey: 'key',
    baseUrl: fake.url,
    onNotice: (text) => notices.push(text),
    ...options,
  });
  const talk = new Conversation(model);
  const ask = async () => {
    talk.tell('', { and: 'Go.' });
    await talk.ask();
  };
  return { fake, model, ask, notices };
}

test('the list is asked once, beside the first request, and what it says is sent from then on', async () => {
  const { fake, model, ask, notices } = await talkTo(() => info, { effort: 'max' });
  expect(model.capabilities()).toEqual(knownCapabilities('claude-next-9'));
  await ask();
  await vi.waitFor(() => expect(model.capabilities().source).toBe('api'));
  expect(model.capabilities()).toEqual({
    source: 'api',
    maxInputTokens: 2_000_000,
    maxOutputTokens: 500,
    thinkingTypes: ['adaptive', 'between_tools'],
    thinksUnasked: false,
    efforts: ['low', 'high'],
    contextEditing: true,
    toolReferences: false,
  });
  await ask();
  expect(fake.listed.map(({ id }) => id)).toEqual(['claude-next-9']);
  const [first, second] = fake.requests.map(
    ({ body }) => body as unknown as Record<string, unknown>,
  );
  expect(first).toMatchObject({ max_tokens: 1000, output_config: { effort: 'max' } });
  expect(second).toMatchObject({ max_tokens: 500, thinking: { type: 'adaptive' } });
  expect(second).not.toHaveProperty('output_config');
  expect(notices).toEqual([
    'claude-next-9 has no effort “max” (it has low, high): the run goes on without it.',
  ]);
});

test('an answer does not wait for the list', async () => {
  let tell = (_: unknown) => {};
  const late = new Promise((resolve) => {
    tell = resolve;
  });
  const { model, ask } = await talkTo(() => late);
  await ask();
  await ask();
  expect(model.capabilities().source).toBe('table');
  tell(info);
  await vi.waitFor(() => expect(model.capabilities().source).toBe('api'));
});

test.each([
  ['no list', undefined],
  ['something else', { type: 'error' }],
  ['odd values', { type: 'model', max_tokens: 'many', max_input_tokens: -1, capabilities: null }],
])('with %s the table stands', async (_, answer) => {
  const { fake, model, ask, notices } = await talkTo(() => answer, { effort: 'max' });
  await ask();
  await vi.waitFor(() => expect(fake.listed).toHaveLength(1));
  await ask();
  expect({ ...model.capabilities(), source: 'table' }).toEqual(knownCapabilities('claude-next-9'));
  expect(notices).toEqual([]);
  expect(fake.violations).toEqual([]);
});

test('nothing is asked before the first request, nor for a question beside a run', async () => {
  const { fake, ask } = await talkTo(() => info, { isAside: true });
  await ask();
  await ask();
  expect(fake.listed).toEqual([]);
});

test('custom headers go with every request, of both kinds', async () => {
  const { fake, ask } = await talkTo(() => info, {
    environment: { ANTHROPIC_CUSTOM_HEADERS: 'X-Team: blue\nx-route : a, b \n' },
  });
  await ask();
  expect(fake.requests[0]?.headers).toMatchObject({ 'x-team': 'blue', 'x-route': 'a, b' });
  await vi.waitFor(() => expect(fake.listed).toHaveLength(1));
});

test('a line that is no header is told by its number, without what is in it', () => {
  const environment = { ANTHROPIC_CUSTOM_HEADERS: 'X-Team: blue\nsecret' };
  expect(() => createApiModel({ model: 'sonnet', apiKey: 'key', environment })).toThrow(
    'Line 2 of ANTHROPIC_CUSTOM_HEADERS is no header: write “Name: value”.',
  );
});
