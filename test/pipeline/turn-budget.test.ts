import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareResult, notJudged } from '../../src/pipeline/bare-result.ts';
import { textOf } from '../../src/pipeline/text-block.ts';
import { fitTurn, mostPerTurn } from '../../src/pipeline/turn-budget.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'turn-')));
const resultOf = (text: string, index: number) =>
  bareResult({ id: `call_${index}`, name: 'Look' }, text, notJudged(''));

test('the longest are cut, and lie whole in the run directory', async () => {
  const texts = ['short', 'a'.repeat(6_000), 'b'.repeat(9_000)];
  const fitted = await fitTurn(texts.map(resultOf), folder, 10_000);
  expect(textOf(fitted[0]?.block ?? resultOf('', 0).block)).toBe('short');
  for (const index of [1, 2]) {
    const text = textOf((fitted[index] ?? resultOf('', 0)).block);
    const path = /The whole output is in (\S+):/.exec(text)?.[1] ?? '';
    expect(readFileSync(path, 'utf8')).toBe(texts[index]);
  }
});

test('property: nothing is cut within the budget, and no more than the notes goes beyond it', async () => {
  const sizes = fc.array(fc.nat({ max: 3_000 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, async (lengths) => {
      const results = lengths.map((length, index) => resultOf('x'.repeat(length), index));
      const fitted = await fitTurn(results, folder, 5_000);
      const total = lengths.reduce((sum, length) => sum + length, 0);
      if (total <= 5_000) expect(fitted).toEqual(results);
      const after = fitted.reduce((sum, { block }) => sum + textOf(block).length, 0);
      expect(after).toBeLessThanOrEqual(5_000 + lengths.length * 400);
    }),
  );
});

test('a small model gets less in one turn', () => {
  expect(mostPerTurn(1_000_000)).toBe(200_000);
  expect(mostPerTurn(16_000)).toBe(14_000);
});
