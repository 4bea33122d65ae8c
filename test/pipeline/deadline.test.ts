import { expect, test } from 'vitest';
import { withDeadline } from '../../src/pipeline/deadline.ts';

const quick = { signal: new AbortController().signal, limitMs: 5_000, graceMs: 1 };

test('work that ends gives its value, and leaves no listener behind', async () => {
  const { ended, told } = await withDeadline(async () => 'done', quick);
  expect([ended, told]).toEqual([{ kind: 'done', value: 'done' }, undefined]);
});

test('work that was told to end before it began is told at once', async () => {
  const signal = AbortSignal.abort(new Error('over'));
  const { ended, told } = await withDeadline(async (abort) => abort.signal.aborted, {
    ...quick,
    signal,
  });
  expect(told).toEqual({ by: 'abort', reason: 'over' });
  expect(ended).toEqual({ kind: 'done', value: true });
});

test('work left behind that fails later is no unhandled rejection', async () => {
  let fail = (_error: Error) => {};
  const work = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const { ended } = await withDeadline(() => work, { ...quick, limitMs: 1 });
  fail(new Error('too late'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual({ kind: 'cut' });
});
