import type { ServerResponse } from 'node:http';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import type { Dice } from './dice.ts';

type Deliver = NonNullable<FakeTurn['deliver']>;

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

  /** The same events in another order. */
  shuffled:
    (dice: Dice): Deliver =>
    (whole, response) => {
      const events = whole.toString().split(/(?<=\n\n)/u);
      const [moved = ''] = events.splice(dice.under(events.length), 1);
      events.splice(dice.under(events.length + 1), 0, moved);
      response.writeHead(200, STREAM).end(events.join(''));
    },

  /** Each event twice. */
  doubled:
    (dice: Dice): Deliver =>
    (whole, response) => {
      const events = whole.toString().split(/(?<=\n\n)/u);
      const at = dice.under(events.length);
      events.splice(at, 0, events[at] ?? '');
      response.writeHead(200, STREAM).end(events.join(''));
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
