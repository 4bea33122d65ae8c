import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('a run that is not traced loads nothing of tracing', async () => {
  const { startModules } = (await import(join(root, 'bundle/start-modules.mjs'))) as {
    readonly startModules: (...entries: string[]) => ReadonlySet<string>;
  };
  const start = [...startModules('src/run.ts')].map((file) => relative(root, file));
  expect(start).toContain('src/action/tracing.ts');
  expect(start.filter((file) => file.startsWith('src/report/trace/'))).toEqual([]);
});
