import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomBytes, randomUuid } from '../../src/base/random.ts';

test('ids are version 4 UUIDs, and no two are the same', () => {
  const ids = Array.from({ length: 5_000 }, randomUuid);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('bytes come in any number, and none are given twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 5_000 }), (count) => {
      const [one, other] = [randomBytes(count), randomBytes(count)];
      expect([one.length, other.length]).toEqual([count, count]);
      expect(one.equals(other)).toBe(false);
    }),
  );
});
