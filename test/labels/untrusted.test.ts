import { expect, test } from 'vitest';
import { cleanGuard } from '../../src/action/commands/guard/clean.ts';
import { isCore, readCases } from './read-cases.ts';
import { type TextAnswer, type TextCase, textProblems } from './text-problems.ts';

test('every text passes its boundary as its label says', async () => {
  const cases = readCases<TextCase>('untrusted');
  const wrong = [];
  for (const one of cases) {
    const problems = textProblems(one, (await cleanGuard.answer(one)) as TextAnswer);
    if (problems.length > 0) wrong.push({ one, problems });
  }
  expect(wrong).toEqual([]);
  expect(cases.filter(isCore).length).toBeGreaterThan(600);
});
