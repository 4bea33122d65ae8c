import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedRequest } from './anthropic-api.ts';
import type { History } from './anthropic-protocol.ts';
import {
  blockEvents,
  blocksOf,
  type FakeTurn,
  frame,
  now,
  type SentBlock,
  type SentEvent,
} from './anthropic-turn.ts';

/** When parts of an answer left. Epoch ms with fractions. */
export interface Sent {
  readonly requestId: string;
  /** For each complete block, in order. */
  readonly blockEnds: number[];
  endedAt: number;
}

export interface Answering {
  readonly turn: FakeTurn;
  readonly record: RecordedRequest;
  readonly random: (() => number) | undefined;
  readonly history: History;
}

/** Sends a turn: as JSON for errors, else as server-sent events. */
export async function answer(answering: Answering, response: ServerResponse): Promise<void> {
  const { turn, record } = answering;
  const requestId = `req_${String(record.index).padStart(4, '0')}`;
  const sent: Sent = { requestId, blockEnds: [], endedAt: 0 };
  record.sent = sent;
  record.status = turn.status ?? 200;
  if (turn.delayMs) await sleep(turn.delayMs);
  response.setHeader('request-id', requestId);
  if (turn.deliver) {
    await turn.deliver(wholeOf(answering), response);
  } else if (turn.status) {
    fail(turn, requestId, response);
  } else {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      ...turn.headers,
    });
    await stream(answering, sent, response).catch(() => {});
  }
  sent.endedAt = now();
}

function fail(turn: FakeTurn, requestId: string, response: ServerResponse): void {
  const { type = 'api_error', message = `status ${turn.status}`, details } = turn.error ?? {};
  const error = { type, message, ...(details !== undefined && { details }) };
  response.writeHead(turn.status ?? 500, { 'content-type': 'application/json', ...turn.headers });
  response.end(JSON.stringify({ type: 'error', error, request_id: requestId }));
}

async function stream(answering: Answering, sent: Sent, response: ServerResponse): Promise<void> {
  const { turn, record, random, history } = answering;
  const blocks = blocksOf(turn, String(record.index));
  const write = writer(response, random, turn.eventDelayMs ?? 0);
  const whole = turn.breakAfterBlocks === undefined;
  const complete = blocks.slice(0, turn.breakAfterBlocks);
  await write([start(answering, blocks)]);
  for (const [index, block] of complete.entries()) {
    const events = blockEvents(block, jsonOf(turn, index), index, random);
    if (turn.strangeEvents) events.splice(1, 0, ...strange(index));
    await write([...events, { type: 'ping' }]);
    sent.blockEnds.push(now());
    if (turn.blockDelayMs) await sleep(turn.blockDelayMs);
  }
  history.sent(asBack(turn, complete), record.body);
  if (whole) {
    await write(end(turn, blocks));
    if (!turn.lingers) response.end();
    return;
  }
  const next = blocks[complete.length];
  if (next) await write(blockEvents(next, undefined, complete.length, random).slice(0, 2));
  await breakOff(turn, response, write);
}

/** What the answer would be on the wire; remembered as if all of it had come. */
function wholeOf(answering: Answering): Buffer {
  const { turn, record, random, history } = answering;
  const blocks = blocksOf(turn, String(record.index));
  history.sent(asBack(turn, blocks), record.body);
  const events = [
    start(answering, blocks),
    ...blocks.flatMap((block, index) => blockEvents(block, jsonOf(turn, index), index, random)),
    ...end(turn, blocks),
  ];
  return Buffer.from(events.map(frame).join(''));
}

function jsonOf({ content }: FakeTurn, index: number): string | undefined {
  const given = content?.[index];
  return given?.type === 'tool_use' ? given.inputJson : undefined;
}

/** The blocks as they must come back: calls with the input that was on the wire, as far as one can be sent at all. */
function asBack(turn: FakeTurn, blocks: readonly SentBlock[]): SentBlock[] {
  return blocks.map((block, index) => {
    const json = jsonOf(turn, index);
    return json === undefined ? block : { ...block, input: objectIn(json) ?? block['input'] };
  });
}

/** What is JSON, and no object, can come back as an empty one only; `undefined`: it is no JSON. */
function objectIn(json: string): object | undefined {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return undefined;
  }
}

function strange(index: number): SentEvent[] {
  return [
    { type: 'content_block_shimmer', index, hue: 7 },
    { type: 'content_block_delta', index, delta: { type: 'shimmer_delta', hue: 7 } },
  ];
}

async function breakOff(turn: FakeTurn, response: ServerResponse, write: Write): Promise<void> {
  switch (turn.breakWith ?? 'cut') {
    case 'cut':
      response.destroy();
      return;
    case 'end':
      response.end();
      return;
    case 'error': {
      const { type = 'overloaded_error', message = 'Overloaded' } = turn.error ?? {};
      await write([{ type: 'error', error: { type, message } }]);
      response.end();
      return;
    }
    case 'garbage':
      response.write('event: content_block_delta\ndata: {"type":"content_block_\n\n');
      response.end();
      return;
    case 'stall':
      return;
  }
}

function start(answering: Answering, blocks: readonly SentBlock[]): SentEvent {
  const usage = { ...usageOf(answering, blocks), output_tokens: 1 };
  const message = {
    id: `msg_${answering.record.index}`,
    type: 'message',
    role: 'assistant',
    model: answering.record.body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage,
  };
  return { type: 'message_start', message };
}

function end(turn: FakeTurn, blocks: readonly SentBlock[]): SentEvent[] {
  const calls = blocks.some((block) => block.type === 'tool_use');
  const stop_reason = turn.stopReason ?? (calls ? 'tool_use' : 'end_turn');
  const delta = { stop_reason, stop_sequence: null, stop_details: turn.stopDetails ?? null };
  const usage = { output_tokens: outputTokens(blocks), ...turn.usage };
  return [{ type: 'message_delta', delta, usage }, { type: 'message_stop' }];
}

function usageOf({ turn, record }: Answering, blocks: readonly SentBlock[]) {
  const cache = record.cache ?? { read: 0, written: 0, writtenHour: 0, fresh: 0 };
  return {
    input_tokens: cache.fresh,
    cache_creation_input_tokens: cache.written,
    cache_read_input_tokens: cache.read,
    cache_creation: {
      ephemeral_5m_input_tokens: cache.written - cache.writtenHour,
      ephemeral_1h_input_tokens: cache.writtenHour,
    },
    output_tokens: outputTokens(blocks),
    service_tier: 'standard',
    ...turn.usage,
  };
}

function outputTokens(blocks: readonly SentBlock[]): number {
  return Math.max(1, Math.ceil(JSON.stringify(blocks).length / 4));
}

type Write = (events: readonly SentEvent[]) => Promise<void>;

/** Writes events; with `random`, in chunks that end anywhere, in the middle of a character too. */
function writer(
  response: ServerResponse,
  random: (() => number) | undefined,
  delayMs: number,
): Write {
  return async (events) => {
    for (const group of delayMs > 0 ? events.map((event) => [event]) : [events]) {
      const bytes = Buffer.from(group.map(frame).join(''));
      for (let at = 0; at < bytes.length; ) {
        const size = random ? 1 + Math.floor(random() * 2000) : bytes.length;
        const last = at + size >= bytes.length;
        const written = new Promise((resolve) => {
          response.write(bytes.subarray(at, at + size), resolve);
        });
        // What was written before a cut must have left.
        if (last) await written;
        at += size;
      }
      if (delayMs > 0) await sleep(delayMs);
    }
  };
}
