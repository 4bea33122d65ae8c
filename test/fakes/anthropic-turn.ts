import type { ServerResponse } from 'node:http';

/** A block of a scripted answer. Any other kind goes out as it is, without deltas. */
export type FakeBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use';
      readonly name: string;
      readonly input?: unknown;
      /** Sent instead of `input`'s JSON, whatever it is. */
      readonly inputJson?: string;
      readonly id?: string;
    }
  | { readonly type: 'other'; readonly block: Readonly<Record<string, unknown>> };

/** How the fake answers one request: with a message, with an HTTP error, or with one that breaks. */
export interface FakeTurn {
  readonly content?: readonly FakeBlock[];
  /** Absent: `tool_use` when there are calls, else `end_turn`. */
  readonly stopReason?: string;
  readonly stopDetails?: unknown;
  /** Over what is computed. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** An HTTP error instead of an answer. */
  readonly status?: number;
  readonly error?: {
    readonly type?: string;
    readonly message?: string;
    readonly details?: unknown;
  };
  readonly headers?: Readonly<Record<string, string>>;
  /** Breaks the answer after so many complete blocks; 0: right after `message_start`. */
  readonly breakAfterBlocks?: number;
  /**
   * How: `cut` resets the connection, `end` closes it as if all were well, `error` sends an error
   * event, `stall` keeps it open in silence, `garbage` sends an event that is no JSON.
   */
  readonly breakWith?: 'cut' | 'end' | 'error' | 'stall' | 'garbage';
  /** Before the head of the answer, ms. */
  readonly delayMs?: number;
  /** Between events, ms. */
  readonly eventDelayMs?: number;
  /** After each complete block, ms: what is between a call and the end of its message. */
  readonly blockDelayMs?: number;
  /** Sends events and deltas between the blocks that no client knows yet. */
  readonly strangeEvents?: boolean;
  /** Keeps the connection open after `message_stop`. */
  readonly lingers?: boolean;
  /** Sends the answer itself, from the first byte of its head on; given the bytes of a whole one. */
  readonly deliver?: (whole: Buffer, response: ServerResponse) => unknown;
}

/** A small generator of numbers from 0 to 1: the same seed gives the same run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Epoch ms with fractions, the same clock in every process. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export interface SentBlock extends Record<string, unknown> {
  readonly type: string;
}

/** The blocks of a turn as the API would send them: ids and signatures filled in. */
export function blocksOf(turn: FakeTurn, name: string): SentBlock[] {
  return (turn.content ?? []).map((block, index): SentBlock => {
    if (block.type === 'text') return { type: 'text', text: block.text, citations: null };
    if (block.type === 'redacted_thinking') return { ...block };
    if (block.type === 'other') return { ...block.block, type: String(block.block['type']) };
    if (block.type === 'thinking') return { ...block, signature: `sig-${name}-${index}` };
    const { input = {}, id = `toolu_${name}_${index}` } = block;
    return { type: 'tool_use', id, name: block.name, input, caller: { type: 'direct' } };
  });
}

/** One event as it goes over the wire. */
export function frame(event: SentEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export interface SentEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The events of one block, its text in pieces of random length. */
export function blockEvents(
  block: SentBlock,
  inputJson: string | undefined,
  index: number,
  random: (() => number) | undefined,
): SentEvent[] {
  const delta = (delta: Record<string, unknown>): SentEvent => ({
    type: 'content_block_delta',
    index,
    delta,
  });
  const start = (content_block: unknown): SentEvent => ({
    type: 'content_block_start',
    index,
    content_block,
  });
  const stop: SentEvent = { type: 'content_block_stop', index };
  switch (block.type) {
    case 'text':
      return [
        start({ ...block, text: '' }),
        ...pieces(String(block['text']), random).map((text) => delta({ type: 'text_delta', text })),
        stop,
      ];
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '', signature: '' }),
        ...pieces(String(block['thinking']), random).map((thinking) =>
          delta({ type: 'thinking_delta', thinking }),
        ),
        delta({ type: 'signature_delta', signature: block['signature'] }),
        stop,
      ];
    case 'tool_use': {
      const json = inputJson ?? JSON.stringify(block['input']);
      // As the API does: the first delta is empty, and an empty input has no other.
      const parts = json === '{}' ? [''] : ['', ...pieces(json, random)];
      return [
        start({ ...block, input: {} }),
        ...parts.map((partial_json) => delta({ type: 'input_json_delta', partial_json })),
        stop,
      ];
    }
    default:
      return [start(block), stop];
  }
}

function pieces(text: string, random: (() => number) | undefined): string[] {
  if (!random) return text === '' ? [] : [text];
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * Math.max(8, text.length / 6));
    parts.push(text.slice(at, at + size));
    at += size;
  }
  return parts;
}
