import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCallRecords } from '../../src/report/call-records.ts';
import { callsPart } from '../../src/report/calls-part.ts';
import { cutRendered, shownOf, sizeOf, wholeOf } from '../../src/report/render/cut-rendered.ts';
import type { Block } from '../../src/tool/rendering.ts';

const code = (text: string): Block => ({ type: 'code', text });
const shownTexts = (blocks: readonly Block[], max: number) =>
  shownOf(cutRendered(wholeOf(blocks), max)).map((block) =>
    block.type === 'list' ? block.items.join('\n') : block.text,
  );

test('the longest is cut first, in its middle, at line ends, and says by how much', () => {
  const long = Array.from({ length: 100 }, (_, index) => `line ${index + 10}`).join('\n');
  expect(shownTexts([code('short'), code(long)], 65)).toEqual([
    'short',
    'line 10\nline 11\nline 12',
    '… 760 characters left out …',
    'line 107\nline 108\nline 109',
  ]);
  expect(shownTexts([{ type: 'list', items: ['one', 'two', 'three'] }], 8)).toEqual([
    'one\ntwo',
    '… 1 more item',
  ]);
});

test('what fits is whole; cut once or twice, the note counts all that is left out', () => {
  const block = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }).map(code),
    fc
      .array(fc.string({ maxLength: 9 }), { maxLength: 9 })
      .map((items): Block => ({ type: 'list', items })),
  );
  fc.assert(
    fc.property(fc.array(block), fc.nat(300), fc.nat(300), (blocks, first, second) => {
      const whole = wholeOf(blocks);
      const once = cutRendered(whole, first);
      expect(sizeOf(once)).toBeLessThanOrEqual(first);
      if (sizeOf(whole) <= first) expect(once).toEqual(whole);
      const twice = cutRendered(once, second);
      expect(sizeOf(twice)).toBeLessThanOrEqual(second);
      for (const [index, { block: shown, left, tail }] of twice.entries()) {
        const from = blocks[index] ?? expect.fail();
        if (shown.type === 'list' || from.type === 'list') continue;
        expect(shown.text.length + left + tail.length).toBe(from.text.length);
        expect(from.text.startsWith(shown.text) && from.text.endsWith(tail)).toBe(true);
        // No character is cut in two.
        for (const part of [shown.text, tail]) expect(Buffer.from(part).toString()).toBe(part);
      }
    }),
  );
});

function ended(id: number, text: string) {
  const head = {
    at: id,
    toolUseId: `toolu_${id}`,
    toolName: 'Bash',
    summary: `Bash ${id} @bot </code>`,
  };
  return {
    ...head,
    type: 'tool_finished',
    rendered: [code(text)],
    isError: false,
    durationMs: 5,
    sizeChars: text.length,
    persistedPath: undefined,
  } as const;
}

test('a long run is kept within bounds, its short calls whole', () => {
  const ran = createCallRecords({ records: 100, each: 1_000, all: 10_000 });
  for (let id = 0; id < 150; id++) ran.emit(ended(id, id % 2 === 0 ? 'short' : 'x'.repeat(5_000)));
  expect(ran.records).toHaveLength(100);
  expect(ran.left).toBe(50);
  expect(ran.records.reduce((sum, { shown }) => sum + sizeOf(shown), 0)).toBeLessThanOrEqual(
    10_000,
  );
  expect(ran.records[0]?.shown).toEqual(wholeOf([code('short')]));
});

test('calls that ended in another order stand in that of their results', () => {
  const ran = createCallRecords();
  const idOf = (id: number) => (ended(id, 'x') as { toolUseId: string }).toolUseId;
  const results = (...ids: number[]) =>
    ran.emit({
      type: 'tool_results',
      at: 0,
      message: {
        role: 'user',
        content: ids.map((id) => ({ type: 'tool_result', tool_use_id: idOf(id) })),
      },
      outputs: {},
    });
  ran.emit(ended(1, 'x'));
  results(1);
  for (const id of [4, 2, 3]) ran.emit(ended(id, 'x'));
  results(2, 3, 4);
  expect(ran.records.map(({ toolUseId }) => toolUseId)).toEqual([1, 2, 3, 4].map(idOf));
});

test('the part of the summary is within its budget, and nothing in its heads is live', () => {
  const ran = createCallRecords();
  ran.emit(ended(1, 'short'));
  ran.emit(ended(2, 'x'.repeat(9_000)));
  const part = callsPart({ ran }, { triggerPhrase: '@bot' }, { items: 9, chars: 500 });
  expect(part).toContain('✔ <code>Bash 1 @\u200bbot &lt;/code&gt;</code> · 5 ms');
  expect(part).toContain('```text\nshort\n```');
  expect(part).toMatch(/_… 8,\d+ characters left out …_/);
  expect(part.length).toBeLessThan(1_200);
  const last = callsPart({ ran }, { triggerPhrase: '@bot' }, { items: 1, chars: 500 });
  expect(last).toContain('… 1 call before');
  expect(last).not.toContain('short');
});
