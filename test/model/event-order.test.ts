import { expect, onTestFinished, test } from 'vitest';
import { createApiModel } from '../../src/model/api-model.ts';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeTurn } from '../fakes/anthropic-turn.ts';
import { Conversation } from './conversation.ts';

const content = [
  { type: 'tool_use', name: 'Bash', input: { command: 'one' } },
  { type: 'tool_use', name: 'Glob', input: { pattern: 'two' } },
] as const satisfies FakeTurn['content'];
const CALLS = content.map(({ name, input }) => ({ name, input }));

/** An event of the answer twice, the n-th of its kind; where there are not so many, `isThere` is false. */
function answerWith(nth: number, kind: RegExp) {
  return answerOf(nth, kind, (events, at) => events.splice(at, 0, events[at] ?? ''));
}

async function answerOf(nth: number, kind: RegExp, change: (events: string[], at: number) => void) {
  let isThere = true;
  const deliver: FakeTurn['deliver'] = (whole, response) => {
    const events = whole.toString().split(/(?<=\n\n)/u);
    const [at] = events.flatMap((event, index) => (kind.test(event) ? [index] : [])).slice(nth);
    isThere = at !== undefined;
    if (at !== undefined) change(events, at);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''));
  };
  const done: FakeTurn = { content: [{ type: 'text', text: 'Done.' }] };
  const fake = await startFakeAnthropic({ turns: [{ content, deliver }, done], keys: ['key'] });
  onTestFinished(() => fake.close());
  const retry = { baseMs: 1, cutMs: 1 };
  const talk = new Conversation(
    createApiModel({ model: 'sonnet', apiKey: 'key', baseUrl: fake.url, retry }),
  );
  const answer = await talk.ask();
  return { ...answer, talk, isThere };
}

test.each([
  ['start', 0, 0],
  ['start', 1, 1],
  ['stop', 0, 1],
  ['stop', 1, 2],
])(
  'block %s %i twice: no call runs again, none with the input of another',
  async (kind, nth, whole) => {
    const { message, cut, talk, isThere } = await answerWith(
      nth,
      new RegExp(`^event: content_block_${kind}`, 'u'),
    );
    expect(isThere).toBe(true);
    const calls = message.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
    );
    expect(calls).toEqual(CALLS.slice(0, whole));
    expect(talk.everyCall).toHaveLength(whole);
    // Without a call the answer is asked for again.
    expect({ cut, retries: talk.retries.length }).toEqual(
      whole > 0 ? { cut: true, retries: 0 } : { cut: false, retries: 1 },
    );
  },
);

test.each([
  ['the input of a call', /input_json_delta.*command/u],
  ['the start of a call', /content_block_start/u],
  ['the end of a call', /content_block_stop/u],
  ['the reason', /message_delta/u],
])(
  '%s before the message begins: nothing of the answer runs, and it is asked for again',
  async (_name, kind) => {
    const { talk, isThere } = await answerOf(0, kind, (events, at) => {
      events.unshift(...events.splice(at, 1));
    });
    expect(isThere).toBe(true);
    expect(talk.everyCall).toEqual([]);
    expect(talk.retries).toHaveLength(1);
  },
);
