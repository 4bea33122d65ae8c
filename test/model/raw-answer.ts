import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { type ApiModelOptions, createApiModel } from '../../src/model/api-model.ts';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { Conversation } from './conversation.ts';

/** An event of a stream, as loose as the wire is. */
export type RawEvent = Readonly<Record<string, unknown>>;

/** A number that JSON has none for, as it may stand in a body. */
export const HUGE_NUMBER = 'a number beyond all numbers';

export function wire(event: RawEvent): string {
  const json = JSON.stringify(event).replaceAll(JSON.stringify(HUGE_NUMBER), '1e999');
  return `event: ${String(event['type'])}\ndata: ${json}\n\n`;
}

export const start = (message: object = {}): RawEvent => ({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
    ...message,
  },
});

export const delta = (index: number, given: object): RawEvent => ({
  type: 'content_block_delta',
  index,
  delta: given,
});

/** The three events of a block. */
export function block(index: number, content: RawEvent, given: object): RawEvent[] {
  return [
    { type: 'content_block_start', index, content_block: content },
    delta(index, given),
    { type: 'content_block_stop', index },
  ];
}

export const text = (index: number, words = 'Done.'): RawEvent[] =>
  block(index, { type: 'text', text: '' }, { type: 'text_delta', text: words });

export const call = (index: number, id: unknown = 'toolu_1', name: unknown = 'Bash'): RawEvent[] =>
  block(
    index,
    { type: 'tool_use', id, name, input: {} },
    { type: 'input_json_delta', partial_json: '{"command":"make"}' },
  );

export const reason = (stop_reason: unknown, usage: object = { output_tokens: 5 }): RawEvent => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage,
});

export const stop: RawEvent = { type: 'message_stop' };

/** Sends an answer of these events. */
export function sending(events: readonly RawEvent[]): FakeTurn {
  return {
    deliver: (_whole, response) => {
      response.writeHead(200, STREAM).end(events.map(wire).join(''));
    },
  };
}

export const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

/** Writes one event after another for as long as the other side listens. */
export async function drip(response: ServerResponse, pieces: () => string | Buffer): Promise<void> {
  response.on('error', () => {});
  while (!response.destroyed) {
    await new Promise((resolve) => response.write(pieces(), resolve));
    await new Promise(setImmediate);
  }
}

/** A conversation with a server that answers like this, tries that failed tried again at once. */
export async function talkWith(turns: readonly FakeTurn[], options: Partial<ApiModelOptions> = {}) {
  const fake = await startFakeAnthropic({ turns, keys: ['key'] });
  onTestFinished(() => fake.close());
  const retry = { baseMs: 1, cutMs: 1, maxRetries: 3, ...options.retry };
  const model = createApiModel({
    model: 'sonnet',
    apiKey: 'key',
    baseUrl: fake.url,
    ...options,
    retry,
  });
  return { fake, model, talk: new Conversation(model) };
}

export const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };
