import type { MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createApiModel } from '../../src/model/api-model.ts';
import { knownCapabilities } from '../../src/model/capabilities.ts';
import { wireRequest } from '../../src/model/request.ts';
import { referencedTools } from '../../src/model/tool-references.ts';
import {
  type FakeAnthropic,
  type FakeOptions,
  startFakeAnthropic,
} from '../fakes/anthropic-api.ts';
import { plainJson, type RequestBody } from '../fakes/anthropic-cache.ts';
import { checkBody } from '../fakes/anthropic-protocol.ts';
import type { FakeBlock } from '../fakes/anthropic-turn.ts';
import { Conversation } from './conversation.ts';

let fake: FakeAnthropic | undefined;

afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

const tool = (name: string, deferred = false): Tool => ({
  name,
  description: `Does ${name}.`,
  input_schema: { type: 'object' },
  ...(deferred && { defer_loading: true }),
});
const TOOLS = [
  tool('Read'),
  tool('ToolSearch'),
  ...['a', 'b', 'c'].map((name) => tool(name, true)),
];
const reference = (name: string) => ({ type: 'tool_reference' as const, tool_name: name });
const text = (words: string) => ({ type: 'text' as const, text: words });
const system = [text('You fix code.')];

/** A conversation in which each search found these names, with words beside them or not. */
function searched(finds: readonly (readonly string[])[], words = false): MessageParam[] {
  const messages: MessageParam[] = [{ role: 'user', content: 'Go.' }];
  for (const [index, names] of finds.entries()) {
    const id = `toolu_${index}`;
    messages.push(
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'ToolSearch', input: {} }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: id,
            content: [...names.map(reference), ...(words ? [text('More fit.')] : [])],
          },
          text('Go on.'),
        ],
      },
    );
  }
  return messages;
}

function wire(messages: MessageParam[], model: string, tools = TOOLS): RequestBody {
  const request = { system, tools, messages, maxTokens: 10 };
  const capabilities = knownCapabilities(model);
  return wireRequest(request, { model, capabilities }) as unknown as RequestBody;
}

const NEW = 'claude-sonnet-5-5';
const OLD = 'claude-opus-4-1';
const names = (body: RequestBody) => (body.tools ?? []).map(({ name }) => name);

test('a model that takes references gets them, all definitions with them', () => {
  const body = wire(searched([['b']]), NEW);
  expect(checkBody(body)).toEqual([]);
  expect(names(body)).toEqual(['Read', 'ToolSearch', 'a', 'b', 'c']);
  expect(plainJson(body.messages)).toContain('{"type":"tool_reference","tool_name":"b"}');
});

test('words beside references follow the results, as the API wants it', () => {
  const body = wire(searched([['b'], []], true), NEW);
  expect(checkBody(body)).toEqual([]);
  expect(body.messages[2]?.content).toEqual([
    { type: 'tool_result', tool_use_id: 'toolu_0', content: [reference('b')] },
    text('More fit.'),
    text('Go on.'),
  ]);
});

test('an older model gets the definitions as text, and the tools behind the others', () => {
  const body = wire(searched([['b'], ['a', 'b']]), OLD);
  expect(checkBody(body)).toEqual([]);
  expect(names(body)).toEqual(['Read', 'ToolSearch', 'b', 'a']);
  expect(JSON.stringify(body)).not.toMatch(/defer_loading|tool_reference/);
  expect(plainJson(body.messages[2])).toContain(
    JSON.stringify(JSON.stringify(tool('b'))).slice(1, -1),
  );
});

test('a tool that is gone is pointed at no more, by whatever model', () => {
  for (const model of [NEW, OLD]) {
    const body = wire(searched([['gone', 'b'], ['gone']]), model);
    expect(checkBody(body)).toEqual([]);
    expect(plainJson(body.messages)).toContain('gone is no longer among the tools.');
    // A run that goes on from another one may have nothing to search for.
    const alone = wire(searched([['b']]), model, [tool('Read')]);
    expect(checkBody(alone)).toEqual([]);
    expect(names(alone)).toEqual(['Read']);
  }
});

test('whatever was found, the request is valid and goes on from the last one', () => {
  const found = fc.subarray(['a', 'b', 'c', 'gone', 'Read']);
  fc.assert(
    fc.property(
      fc.array(found, { maxLength: 6 }),
      fc.boolean(),
      fc.constantFrom(NEW, OLD),
      (finds, words, model) => {
        const kept = finds.filter((one) => words || one.length > 0);
        let before: { tools: string; messages: string } | undefined;
        for (let turns = 0; turns <= kept.length; turns += 1) {
          const messages = searched(kept.slice(0, turns), words);
          const body = wire(messages, model);
          expect(checkBody(body)).toEqual([]);
          expect(referencedTools(body.messages as MessageParam[]).size > 0 && model === OLD).toBe(
            false,
          );
          const now = {
            tools: plainJson(body.tools).slice(0, -1),
            messages: plainJson(body.messages).slice(0, -1),
          };
          expect(now.messages.startsWith(before?.messages ?? '')).toBe(true);
          expect(now.tools.startsWith(before?.tools ?? '')).toBe(true);
          if (model === NEW && before) expect(now.tools).toBe(before.tools);
          before = now;
        }
      },
    ),
  );
});

test('the breakpoint on the tools is on one that is sent from the start', () => {
  const marked = (body: RequestBody) =>
    (body.tools ?? []).filter((one) => one.cache_control).map(({ name }) => name);
  expect(marked(wire(searched([['b']]), NEW))).toEqual([]);
  expect(marked(wire(searched([['b']]), OLD))).toEqual(['ToolSearch']);
  expect(marked(wire(searched([['b']]), OLD, [tool('Read')]))).toEqual([]);
  const bare = { system: [], tools: TOOLS, messages: searched([['b']]), maxTokens: 10 };
  for (const model of [NEW, OLD]) {
    const body = wireRequest(bare, { model, capabilities: knownCapabilities(model) });
    expect(marked(body as unknown as RequestBody)).toEqual(['ToolSearch']);
  }
});

const search: FakeBlock = { type: 'tool_use', name: 'ToolSearch', input: { query: 'select:b' } };

async function playSearch(
  options: Partial<FakeOptions>,
  environment: Readonly<Record<string, string>> = {},
) {
  const notices: string[] = [];
  fake = await startFakeAnthropic({
    ...options,
    turns: ({ messages }) =>
      messages.length === 1
        ? { content: [search] }
        : { content: [{ type: 'text', text: 'Done.' }] },
  });
  const model = createApiModel({
    model: 'sonnet',
    apiKey: 'key',
    baseUrl: fake.url,
    environment,
    onNotice: (words) => notices.push(words),
  });
  const talk = new Conversation(model, 'Go.', { tools: TOOLS });
  await talk.ask();
  const content = talk.messages.at(-1)?.content;
  const call = Array.isArray(content) ? content.find(({ type }) => type === 'tool_use') : undefined;
  const id = call && 'id' in call ? String(call.id) : '';
  talk.messages.push({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: [reference('b')] }],
  });
  await talk.ask();
  return { fake, model, notices };
}

const TOLD = { ENABLE_TOOL_SEARCH: 'true' };

test('behind a gateway definitions go as text, since it might drop references in silence', async () => {
  const { fake: api, model, notices } = await playSearch({ toolReferences: false });
  expect(model.capabilities().toolReferences).toBe(false);
  expect(api.requests.map(({ body }) => names(body))).toEqual([
    ['Read', 'ToolSearch'],
    ['Read', 'ToolSearch', 'b'],
  ]);
  expect([api.violations, notices]).toEqual([[], []]);
});

test('a gateway that is said to pass references on gets them', async () => {
  const { fake: api, model } = await playSearch({}, TOLD);
  expect(model.capabilities().toolReferences).toBe(true);
  expect(api.requests.map(({ body }) => names(body).length)).toEqual([5, 5]);
  expect(api.violations).toEqual([]);
  // Nothing of what was sent before had to be read anew.
  const [first, second] = api.requests.map(({ cache }) => cache);
  expect(second?.read).toBe((first?.read ?? 0) + (first?.written ?? 0));
});

test('an API that refuses them is asked again without, once, and the log says so', async () => {
  const { fake: api, model, notices } = await playSearch({ toolReferences: false }, TOLD);
  expect(api.requests.map(({ status }) => status)).toEqual([400, 200, 200]);
  expect(model.capabilities().toolReferences).toBe(false);
  expect(names(api.requests[2]?.body ?? { messages: [] })).toEqual(['Read', 'ToolSearch', 'b']);
  expect(notices).toEqual([expect.stringContaining('takes no tool references')]);
});

test('another refusal is not taken for one of references', async () => {
  fake = await startFakeAnthropic({
    turns: [{ status: 400, error: { type: 'invalid_request_error', message: 'no credit' } }],
  });
  const model = createApiModel({
    model: 'sonnet',
    apiKey: 'key',
    baseUrl: fake.url,
    environment: TOLD,
  });
  await expect(new Conversation(model, 'Go.', { tools: TOOLS }).ask()).rejects.toThrow('no credit');
  expect(fake.requests).toHaveLength(1);
  expect(model.capabilities().toolReferences).toBe(true);
});

test.each<[object, string]>([
  [{ tools: [tool('a', true)] }, 'All tools have defer_loading set'],
  [
    { tools: TOOLS.map((one) => ({ ...one, cache_control: { type: 'ephemeral' } })) },
    'a has defer_loading',
  ],
  [{ messages: searched([['gone']]) }, 'not found in available tools'],
  [{ messages: searched([['b']], true) }, 'beside other content'],
  [{ messages: [{ role: 'user', content: [reference('b')] }] }, 'only in a tool_result'],
])('the fake API refuses what the real one does: %#', (changes, message) => {
  const body = { model: NEW, max_tokens: 1, tools: TOOLS, messages: searched([['b']]), ...changes };
  const wrong = checkBody(body as unknown as RequestBody).join('\n');
  expect(wrong).toContain(message);
});
