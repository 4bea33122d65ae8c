import { expect, test } from 'vitest';
import { DenialCount } from '../../src/pipeline/denial-count.ts';

test('the same call counts, whatever the order of its keys and however long it is', () => {
  const count = new DenialCount();
  const long = 'x'.repeat(100_000);
  for (const text of ['short', long]) {
    expect(count.add('Write', { path: 'a', text })).toBe(1);
    expect(count.add('Write', { text, path: 'a' })).toBe(2);
    expect(count.add('Write', { text: `${text}!`, path: 'a' })).toBe(1);
    expect(count.add('Edit', { text, path: 'a' })).toBe(1);
  }
});
