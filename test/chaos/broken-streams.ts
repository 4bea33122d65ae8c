import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import type { Dice } from './dice.ts';

type Deliver = NonNullable<FakeTurn['deliver']>;

const AFTER_EVENT = /(?<=\n\n)/u;

const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

/** An answer that is delivered in an odd way; `whole` is what would have come. */
export const broken = {
  resetBeforeHead: (): Deliver => (_whole, response) => response.destroy(),

  resetAfterHead: (): Deliver => async (_whole, response) => {
    response.writeHead(200, STREAM).flushHeaders();
    await part(response, ': \n\n');
    response.destroy();
  },

  /** At any byte, in the middle of a character too. */
  cut:
    (dice: Dice): Deliver =>
    async (whole, response) => {
      response.writeHead(200, STREAM);
      await part(response, whole.subarray(0, 1 + dice.under(whole.length - 1)));
      response.destroy();
    },

  /** As if all were well. */
  ended:
    (dice: Dice): Deliver =>
    async (whole, response) => {
      response.writeHead(200, STREAM);
      response.end(whole.subarray(0, dice.under(whole.length)));
    },

  stalled:
    (dice: Dice): Deliver =>
    async (whole, response) => {
      response.writeHead(200, STREAM);
      await part(response, whole.subarray(0, 1 + dice.under(whole.length - 1)));
    },

  slow: (): Deliver => async (whole, response) => {
    response.writeHead(200, STREAM);
    for (let at = 0; at < whole.length; at += 7) {
      await part(response, whole.subarray(at, at + 7));
    }
    response.end();
  },

  /** A byte sequence that is no text, or text that is no event, somewhere in it. */
  garbage:
    (dice: Dice): Deliver =>
    (whole, response) => {
      const rubbish = dice.pick([
        Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0x00, 0xf5]),
        Buffer.from('event: content_block_delta\ndata: {"type":"content_bl\n\n'),
        Buffer.from('data: [1,2\ndata: ]\n\n'),
        Buffer.from('<html>\r\n\r\n'),
        Buffer.from('event: content_block_delta\ndata: null\n\n'),
        Buffer.from('event: message_delta\ndata: {"type":"message_delta"}\n\n'),
      ]);
      const at = dice.under(whole.length);
      response.writeHead(200, STREAM);
      response.end(Buffer.concat([whole.subarray(0, at), rubbish, whole.subarray(at)]));
    },

  /**
   * The same events in another order: one that shows in time. Nobody could tell two pieces of a text apart, nor know
   * when a block ends that more of it will follow.
   */
  shuffled:
    (dice: Dice): Deliver =>
    (whole, response) => {
      const events = whole.toString().split(AFTER_EVENT);
      const [moved = ''] = events.splice(dice.under(events.length), 1);
      events.splice(dice.under(events.length + 1), 0, moved);
      const kinds = events.map(kindOf);
      const shows = kinds.join() !== whole.toString().split(AFTER_EVENT).map(kindOf).join();
      response.writeHead(200, STREAM).end(shows && !isLate(kinds) ? events.join('') : whole);
    },

  /** Each event twice. */
  doubled:
    (dice: Dice): Deliver =>
    (whole, response) => {
      const events = whole.toString().split(AFTER_EVENT);
      const at = dice.under(events.length);
      events.splice(at, 0, events[at] ?? '');
      response.writeHead(200, STREAM).end(events.join(''));
    },

  /** A part of it, and then signs of life as long as anybody listens. */
  pinging:
    (dice: Dice): Deliver =>
    async (whole, response) => {
      const events = whole.toString().split(AFTER_EVENT);
      response.writeHead(200, STREAM).on('error', () => {});
      await part(response, events.slice(0, dice.under(events.length)).join(''));
      while (!response.destroyed) {
        await part(response, 'event: ping\ndata: {"type":"ping"}\n\n');
        await sleep(20);
      }
    },

  /** Behind its end its blocks come once more, and a start. */
  goesOn: (): Deliver => (whole, response) => {
    const events = whole.toString();
    response.writeHead(200, STREAM).end(events + events.replace(/^.*?\n\n/su, '') + events);
  },

  /** Nothing says why it ends. */
  withoutReason: (): Deliver => (whole, response) => {
    const events = whole.toString().split(AFTER_EVENT);
    const left = events.filter((event) => !event.startsWith('event: message_delta'));
    response.writeHead(200, STREAM).end(left.join(''));
  },

  /** Nobody asked for another protocol. */
  switched:
    (): Deliver =>
    (_whole, { socket }) => {
      socket?.end(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: chaos\r\n\r\n',
      );
    },

  /** Megabytes of words, commands to the runner and the key among them. */
  wordy:
    (status: number, echo: string): Deliver =>
    (_whole, response) => {
      const words = `Refused.\n::set-output name=conclusion::success\n${echo}\r::error::chaos\n`;
      response.writeHead(status, { 'content-type': 'text/plain' }).end(words.repeat(20_000));
    },

  /** A gateway that says something else in HTML. It repeats what it was sent, as some do. */
  html:
    (status: number, echo: string): Deliver =>
    (_whole, response) => {
      response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '0' });
      response.end(`<html><body><h1>Sign in</h1><pre>Authorization: ${echo}</pre></body></html>`);
    },
};

function part(response: ServerResponse, bytes: string | Buffer): Promise<unknown> {
  return new Promise((resolve) => response.write(bytes, resolve));
}

/** An event less what it says. */
function kindOf(event: string): string {
  return event.replaceAll(/"(text|thinking|partial_json|signature)":"(?:[^"\\]|\\.)*"/gu, '');
}

/** A part of a block stands behind the block's end. */
function isLate(kinds: readonly string[]): boolean {
  return kinds.some((kind, at) => {
    const index = /"content_block_stop","index":(\d+)/u.exec(kind)?.[1];
    const part = `"content_block_delta","index":${index},`;
    return index !== undefined && kinds.slice(at).some((later) => later.includes(part));
  });
}
