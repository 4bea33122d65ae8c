import { expect, test } from 'vitest';
import { isCore, type LabelledCase, readCases } from './read-cases.ts';
import { judgeIn, type Lists } from './verdict-of.ts';

/** In /w: deny, then ask, then allow; what no rule matches is asked about, but for reads inside. */
interface RuleCase extends LabelledCase, Lists {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly want: string;
  readonly also_ok?: readonly string[];
}

test('every rule decides as its label says', async () => {
  const judge = await judgeIn({
    root: '/w',
    directory: '/w',
    home: '/home/runner',
    runDirectory: '/run-directory',
  });
  const cases = readCases<RuleCase>('rules');
  const wrong = cases.filter((one) => {
    const got = judge(one.tool, one.input, one);
    return got !== one.want && !one.also_ok?.includes(got);
  });
  expect(wrong.filter(isCore)).toEqual([]);
  expect(cases.filter(isCore).length).toBeGreaterThan(1_000);
});
