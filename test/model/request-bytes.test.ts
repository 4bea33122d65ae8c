import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RequestBytes } from '../../src/model/request-bytes.ts';

function textOf(parts: readonly Uint8Array[] | undefined): string {
  return Buffer.concat(parts ?? []).toString('utf8');
}

/** What a run does between two requests: says more, marks its last message, puts others in its place. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ more: fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ long: fc.integer({ min: 1, max: 200_000 }) }) },
  { weight: 1, arbitrary: fc.record({ cutAt: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ replacedAt: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ maxTokens: fc.nat() }) },
);

test('requests are the bytes that they would be if all of it was serialised anew', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, marks) => {
      const bytes = new RequestBytes();
      let messages: unknown[] = [{ role: 'user', content: 'Go.' }];
      let maxTokens: number | undefined = 1;
      for (const change of steps) {
        if ('more' in change)
          messages = [...messages, ...change.more.map((content) => ({ content }))];
        if ('long' in change) messages = [...messages, { content: 'é'.repeat(change.long) }];
        if ('cutAt' in change) messages = messages.slice(0, 1 + (change.cutAt % messages.length));
        if ('replacedAt' in change) {
          messages = messages.with(change.replacedAt % messages.length, { content: '…' });
        }
        if ('maxTokens' in change) maxTokens = change.maxTokens || undefined;
        const sent = marks
          ? messages.with(-1, { ...Object(messages.at(-1)), marked: true })
          : messages;
        const body = {
          model: 'm',
          max_tokens: maxTokens,
          tools: [{ messages: [] }],
          messages: sent,
          stream: true,
        };
        expect(textOf(bytes.of(body))).toBe(JSON.stringify(body));
      }
    }),
  );
});

test('what was sent twice is handed out as the same bytes, however long it grows', () => {
  const bytes = new RequestBytes();
  const messages: object[] = [];
  for (let turn = 0; turn < 300; turn += 1) {
    messages.push({ role: 'user', content: 'x'.repeat(1_000) });
    bytes.of({ messages: [...messages] });
  }
  const [before, after] = [0, 1].map(() => {
    messages.push({ role: 'user', content: 'and' });
    return new Set(bytes.of({ messages: [...messages] }));
  });
  const fresh = [...(after ?? [])].filter((part) => !before?.has(part));
  expect(fresh.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(80_000);
});

test('what has no messages is left to the SDK', () => {
  for (const body of [undefined, null, 'text', {}, { messages: [] }, { messages: 'none' }]) {
    expect(new RequestBytes().of(body)).toBeUndefined();
  }
});

test('two requests at once have each its own', () => {
  const bytes = new RequestBytes();
  const shared = { role: 'user', content: 'x'.repeat(100_000) };
  const of = (text: string) => ({ messages: [shared, { role: 'user', content: text }] });
  const [one, two, three] = ['one', 'two', 'three'].map((text) => bytes.of(of(text)));
  for (const [parts, text] of [
    [one, 'one'],
    [two, 'two'],
    [three, 'three'],
  ] as const) {
    expect(textOf(parts)).toBe(JSON.stringify(of(text)));
  }
});
