import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallResult } from '../../src/pipeline/call-result.ts';
import { extraMessages } from '../../src/pipeline/extra-messages.ts';
import { fitPictures } from '../../src/pipeline/turn-pictures.ts';

const picture = (size: number) => ({
  type: 'image' as const,
  source: { type: 'base64' as const, media_type: 'image/png' as const, data: 'A'.repeat(size) },
});
const text = { type: 'text' as const, text: 'said' };

function resultOf(content: ToolResultBlockParam['content'], index: number): CallResult {
  const block = { type: 'tool_result' as const, tool_use_id: `t${index}`, content };
  return { toolUseId: `t${index}`, block, tokens: 0 } as unknown as CallResult;
}

function partsOf(results: readonly CallResult[]) {
  return results.flatMap(({ block }) => (Array.isArray(block.content) ? block.content : []));
}

test('pictures of one answer are few and small enough together; each that is not has a note, and all else stays', () => {
  const sizes = fc.array(fc.constantFrom(4, 200_000, 900_000, 4_900_000), { maxLength: 12 });
  const fits = fc.property(fc.array(sizes, { maxLength: 6 }), (calls): void => {
    const results = calls.map((all, index) => resultOf([text, ...all.map(picture)], index));
    const before = partsOf(results);
    const after = partsOf(fitPictures(results));
    expect(after).toHaveLength(before.length);
    const kept = after.flatMap((part) => (part.type === 'image' ? [part] : []));
    const base64 = kept.map(({ source }) => (source.type === 'base64' ? source.data.length : 0));
    expect(kept.length).toBeLessThanOrEqual(20);
    expect(base64.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6_000_000);
    for (const [index, part] of after.entries()) {
      if (part !== before[index])
        expect(part).toMatchObject({ type: 'text', text: expect.stringContaining('left out') });
    }
  });
  fc.assert(fits, { numRuns: 60 });
});

test('twenty small pictures stay as they are', () => {
  const results = [
    resultOf(
      Array.from({ length: 20 }, () => picture(4)),
      0,
    ),
    resultOf('said', 1),
  ];
  expect(partsOf(fitPictures(results))).toEqual(partsOf(results));
  expect(fitPictures(results)[1]).toBe(results[1]);
});

test('what a tool says beside its result is cut where it is longer than a result may be', () => {
  const long = { role: 'user' as const, content: [{ ...text, text: 'x'.repeat(90_000) }] };
  const told = extraMessages([long, { role: 'user', content: 'y'.repeat(20_000) }], (it) => it);
  expect(told[0]).toEqual(long);
  expect(told[1]?.content).toBe(
    `${'y'.repeat(10_000)}\n[… 10000 more characters are left out here …]`,
  );
});
