import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the thread beside each run reads no other file of the bundle', () => {
  const file = join(import.meta.dirname, '../../dist/watchdog-worker.js');
  expect(readFileSync(file, 'utf8')).not.toMatch(/\bimport\b|\bfrom\s*["'`]/u);
});
