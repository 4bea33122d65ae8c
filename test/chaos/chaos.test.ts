import { expect, test } from 'vitest';
import { brokenOf } from './invariants.ts';
import { type Plan, planOf } from './plan.ts';
import { play } from './play.ts';

/** `CHAOS_SEED=17 CHAOS_RUNS=1 npx vitest run test/chaos` plays one run again. */
const RUNS = Number(process.env['CHAOS_RUNS'] || 200);
const FIRST = Number(process.env['CHAOS_SEED'] || 1);
/** In one test, and of those at the same time: most of a run is waiting. */
const BLOCK = 20;
const LANES = 3;

const blocks = Array.from({ length: Math.ceil(RUNS / BLOCK) }, (_, index) => {
  const first = FIRST + index * BLOCK;
  return { first, last: Math.min(first + BLOCK, FIRST + RUNS) - 1 };
});

test.each(blocks)(
  'runs of the seeds $first to $last meet trouble, and end well',
  {
    timeout: BLOCK * 60_000,
  },
  async ({ first, last }) => {
    const failures: string[] = [];
    let next = first;
    const lane = async () => {
      while (next <= last) {
        const plan = planOf(next++);
        failures.push(...(await failuresOf(plan)));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(failures).toEqual([]);
  },
);

async function failuresOf(plan: Plan): Promise<string[]> {
  const broken = await play(plan).then(brokenOf, (error: unknown) => [`it threw: ${error}`]);
  if (broken.length === 0) return [];
  const { seed, steps, ...rest } = plan;
  const told = JSON.stringify({ ...rest, steps: steps.map(({ kind }) => kind).join(' ') });
  return broken.map((text) => `seed ${seed}: ${text}\n  ${told}`);
}
