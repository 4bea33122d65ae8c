import { expect, test } from 'vitest';
import { urlGuard } from '../../src/action/commands/guard/url.ts';
import { isCore, type LabelledCase, readCases } from './read-cases.ts';

interface UrlCase extends LabelledCase {
  readonly want: 'allow' | 'deny';
}

test('every request is let through or refused as its label says', async () => {
  const cases = readCases<UrlCase>('urls');
  const wrong = [];
  for (const one of cases) {
    const answer = await urlGuard.answer(one);
    if ('behavior' in answer && answer.behavior === one.want) continue;
    wrong.push({ one, answer });
  }
  expect(wrong).toEqual([]);
  expect(cases.filter(isCore).length).toBeGreaterThan(300);
});
