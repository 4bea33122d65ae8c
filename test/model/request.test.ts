import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knownCapabilities } from '../../src/model/capabilities.ts';
import type { ModelRequest } from '../../src/model/model.ts';
import { wireRequest } from '../../src/model/request.ts';
import { plainJson, type RequestBody, SimulatedCache } from '../fakes/anthropic-cache.ts';
import { checkBody } from '../fakes/anthropic-protocol.ts';

const options = {
  model: 'claude-sonnet-5-5',
  capabilities: knownCapabilities('claude-sonnet-5-5'),
};

function request(messages: MessageParam[], more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: [
      { type: 'text', text: 'Rules.' },
      { type: 'text', text: 'Environment.' },
    ],
    tools: [{ name: 'Read', input_schema: { type: 'object' } }],
    messages,
    maxTokens: 100,
    ...more,
  };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

/** A turn: an answer of the model with some blocks, and what it was told. */
const turn = fc
  .record({ calls: fc.nat({ max: 30 }), thinking: fc.boolean(), words: fc.nat({ max: 3 }) })
  .map(({ calls, thinking, words }): [number, boolean, number] => [calls, thinking, words]);

function historyOf(turns: readonly [number, boolean, number][]): MessageParam[][] {
  const messages: MessageParam[] = [{ role: 'user', content: 'Go.' }];
  const snapshots = [[...messages]];
  for (const [number, [calls, thinking, words]] of turns.entries()) {
    const ids = Array.from({ length: calls }, (_, index) => `toolu_${number}_${index}`);
    const content: ContentBlockParam[] = [
      ...(thinking ? [{ type: 'thinking' as const, thinking: 'hm', signature: `s${number}` }] : []),
      { type: 'text', text: 'Now.' },
      ...ids.map((id) => ({ type: 'tool_use' as const, id, name: 'Read', input: {} })),
    ];
    messages.push({ role: 'assistant', content });
    messages.push({
      role: 'user',
      content: [
        ...ids.map((id) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'r' })),
        ...Array.from({ length: words + 1 }, () => ({ type: 'text' as const, text: 'Go on.' })),
      ],
    });
    snapshots.push([...messages]);
  }
  return snapshots;
}

describe('cache breakpoints', () => {
  test('each request reads all that the last one wrote, whatever was added', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 12 }), (turns) => {
        const cache = new SimulatedCache(1);
        let before = 0;
        for (const messages of historyOf(turns)) {
          const body = wireRequest(request(messages), options) as unknown as RequestBody;
          expect(checkBody(body)).toEqual([]);
          const { read, written, fresh } = cache.use(body);
          expect({ read, fresh }).toEqual({ read: before, fresh: 0 });
          before = read + written;
        }
      }),
    );
  });

  test('the history is left as it is, and its bytes stay the same from turn to turn', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), (turns) => {
        let before = '';
        for (const messages of historyOf(turns)) {
          const body = wireRequest(deepFreeze(request(messages)), options);
          const bytes = plainJson(body.messages).slice(1, -1);
          expect(bytes.startsWith(before)).toBe(true);
          before = bytes;
        }
      }),
    );
  });

  test('thinking blocks never carry one', () => {
    const content = [
      { type: 'text' as const, text: 'Wait.' },
      { type: 'thinking' as const, thinking: 'hm', signature: 's' },
    ];
    const paused: MessageParam[] = [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content },
    ];
    const { messages } = wireRequest(request(paused), options);
    expect(messages[1]?.content).toEqual([
      { ...content[0], cache_control: { type: 'ephemeral' } },
      content[1],
    ]);
  });

  test('system carries one for the tools too; without a system prompt the last tool does', () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const messages: MessageParam[] = [{ role: 'user', content: 'Go.' }];
    const body = wireRequest(request(messages), options);
    expect(body.system).toEqual([
      { type: 'text', text: 'Rules.' },
      { type: 'text', text: 'Environment.', ...mark },
    ]);
    expect(body.tools).toEqual([{ name: 'Read', input_schema: { type: 'object' } }]);
    const bare = wireRequest(request(messages, { system: [] }), options);
    expect(bare).not.toHaveProperty('system');
    expect(bare.tools).toEqual([expect.objectContaining(mark)]);
  });
});

test('a request without tools has no tool fields', () => {
  const body = wireRequest(
    request([{ role: 'user', content: 'Go.' }], { tools: [], noTools: true }),
    options,
  );
  expect(Object.keys(body).toSorted()).toEqual(['max_tokens', 'messages', 'model', 'system']);
});

test.each([
  ['claude-opus-4-6', 'max', { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }],
  ['claude-opus-5-5', 'low', { output_config: { effort: 'low' } }],
  ['claude-opus-4-6', 'xhigh', { thinking: { type: 'adaptive' } }],
  ['claude-opus-4-5', 'high', { output_config: { effort: 'high' } }],
  ['claude-haiku-4-5', 'low', {}],
  ['acme/llm', 'xhigh', { output_config: { effort: 'xhigh' } }],
] as const)('%s with effort %s is sent what it takes', (model, effort, expected) => {
  const capabilities = knownCapabilities(model);
  const sent = wireRequest(request([{ role: 'user', content: 'Go.' }]), {
    model,
    effort,
    capabilities,
  });
  const { thinking, output_config } = sent;
  expect({ ...(thinking && { thinking }), ...(output_config && { output_config }) }).toEqual(
    expected,
  );
});

test('a short question beside a run switches no thinking on', () => {
  const capabilities = knownCapabilities('claude-opus-4-6');
  const short = { ...options, capabilities, isAside: true };
  expect(wireRequest(request([{ role: 'user', content: 'Go.' }]), short)).not.toHaveProperty(
    'thinking',
  );
});
