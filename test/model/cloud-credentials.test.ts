import { expect, test } from 'vitest';
import { withLent } from '../../src/model/cloud/lent-environment.ts';
import { renewed } from '../../src/model/cloud/renewed.ts';

const MINUTE = 60_000;

/** Gives numbered values that are good for an hour, on a clock of its own. */
function counting(fails: readonly number[] = []) {
  const clock = { now: 0 };
  let calls = 0;
  const get = renewed(
    async () => {
      calls += 1;
      if (fails.includes(calls)) throw new Error(`call ${calls} failed`);
      return { value: calls, expiresAt: clock.now + 60 * MINUTE };
    },
    () => clock.now,
  );
  return { clock, get: async () => (await get()).value };
}

test('a credential is kept until five minutes before its end, and askers at once share one', async () => {
  const { clock, get } = counting();
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  clock.now = 54 * MINUTE;
  expect(await get()).toBe(1);
  clock.now = 56 * MINUTE;
  expect(await Promise.all([get(), get()])).toEqual([2, 2]);
});

test('where a renewal fails the old one is used up first', async () => {
  const { clock, get } = counting([2, 3]);
  expect(await get()).toBe(1);
  clock.now = 56 * MINUTE;
  expect(await get()).toBe(1);
  clock.now = 61 * MINUTE;
  await expect(get()).rejects.toThrow('call 3 failed');
  expect(await get()).toBe(4);
});

test('a first one that fails is asked for again', async () => {
  const { get } = counting([1]);
  await expect(get()).rejects.toThrow('call 1 failed');
  expect(await get()).toBe(2);
});

test('what has no end is asked for once', async () => {
  let calls = 0;
  const get = renewed(async () => ({ call: ++calls, expiresAt: undefined }));
  expect([(await get()).call, (await get()).call]).toEqual([1, 1]);
});

test('variables are lent for as long as anybody needs them, whatever becomes of the work', async () => {
  const environment = { LENT_A: 'a', LENT_B: 'b', OTHER: 'c', PATH: '/nowhere' };
  const seen = () => [process.env['LENT_A'], process.env['LENT_B'], process.env['OTHER']];
  let endFirst = () => {};
  const gate = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const first = withLent(environment, /^LENT_|^PATH$/u, () => gate);
  const second = withLent(environment, /^LENT_A$/u, async () => {
    throw new Error('no');
  });
  await expect(second).rejects.toThrow('no');
  expect(seen()).toEqual(['a', 'b', undefined]);
  expect(process.env['PATH']).not.toBe('/nowhere');
  endFirst();
  await first;
  expect(seen()).toEqual([undefined, undefined, undefined]);
  expect(process.env['PATH']).toBeDefined();
});
