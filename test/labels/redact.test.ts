import { expect, test } from 'vitest';
import { redactGuard } from '../../src/action/commands/guard/redact.ts';
import { isCore, readCases } from './read-cases.ts';
import { type TextAnswer, type TextCase, textProblems } from './text-problems.ts';

test('of every text goes what its label says, and no more', async () => {
  const cases = readCases<TextCase>('redact');
  const wrong = [];
  for (const one of cases) {
    const problems = textProblems(one, (await redactGuard.answer(one)) as TextAnswer);
    if (problems.length > 0) wrong.push({ one, problems });
  }
  expect(wrong.filter(({ one }) => isCore(one))).toEqual([]);
  // What a label may be argued about: text in other letters, passwords that nothing announces.
  expect(wrong.length).toBeLessThanOrEqual(7);
  expect(cases.filter(isCore).length).toBeGreaterThan(600);
});
