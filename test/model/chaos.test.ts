import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiModel } from '../../src/model/api-model.ts';
import { type FakeAnthropic, startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { Conversation } from './conversation.ts';

let fake: FakeAnthropic;

beforeAll(async () => {
  fake = await startFakeAnthropic({ seed: 7, turns: [] });
});
afterAll(() => fake.close());

const block = fc.constantFrom(
  { type: 'text', text: 'Words, more words.' } as const,
  { type: 'thinking', thinking: 'Hm, let me see.' } as const,
  { type: 'tool_use', name: 'Bash', input: { command: 'make check' } } as const,
);
const content = fc.array(block, { minLength: 1, maxLength: 4 });
const turn: fc.Arbitrary<FakeTurn> = fc.oneof(
  { weight: 3, arbitrary: content.map((blocks) => ({ content: blocks })) },
  {
    weight: 2,
    arbitrary: fc.record({
      content,
      breakAfterBlocks: fc.nat({ max: 3 }),
      breakWith: fc.constantFrom('cut', 'end', 'error', 'garbage', 'stall'),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(500, 529).map((status) => ({ status })) },
);

test('whatever breaks, a call that was handed out stands, and is handed out once', async () => {
  const model = createApiModel({
    model: 'sonnet',
    apiKey: 'key',
    baseUrl: fake.url,
    stallMs: 30,
    retry: { baseMs: 1, cutMs: 1, maxRetries: 50 },
  });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 8 }), async (turns) => {
      fake.reset([...turns, { content: [{ type: 'text', text: 'Done.' }] }]);
      const talk = new Conversation(model);
      const handedOut: string[] = [];
      while (fake.requests.length <= turns.length) {
        const { message, cut } = await talk.ask();
        const calls = message.content.filter((one) => one.type === 'tool_use');
        expect(talk.everyCall).toEqual([...handedOut, ...calls.map((call) => call.id)]);
        handedOut.push(...calls.map((call) => call.id));
        expect(cut && calls.length === 0).toBe(false);
        talk.tell('ok', { and: 'Go on.' });
      }
      expect(fake.violations).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
