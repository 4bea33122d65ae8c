import { expect, test } from 'vitest';
import { type DeferOptions, deferTools } from '../../src/action/defer-tools.ts';
import { knownCapabilities } from '../../src/model/capabilities.ts';
import type { Model, ModelRequest } from '../../src/model/model.ts';
import { deferredTools } from '../../src/tool/deferral.ts';
import type { ToolPool } from '../../src/tools/pool.ts';
import { poolWith, serverTool, sixtyTools } from '../tools/tool-search/search-pool.ts';

// ReportFindings would wait as well.
const pool = poolWith(sixtyTools(), { with: ['ReportFindings'] });

/** Settles what waits, with a model of this window that counts so many tokens, or doesn't count. */
async function settle(
  toolSearch: DeferOptions['policy']['toolSearch'],
  window: number,
  counts: number | undefined,
  given: ToolPool = pool,
) {
  const asked: ModelRequest[] = [];
  const model: Model = {
    id: 'm',
    provider: 'test',
    capabilities: () => ({ ...knownCapabilities('m'), maxInputTokens: window }),
    answer: () => Promise.reject(new Error('not asked for')),
    countTokens: async (request) => {
      asked.push(request);
      return counts;
    },
  };
  const { signal } = new AbortController();
  const policy = { toolSearch, limits: { tool_timeout_seconds: 120 } };
  const settled = await deferTools(given, { policy, model, signal });
  return { settled, waiting: deferredTools(settled.pool).length, asked };
}

test('tst-auto: what the API counts decides, at a tenth of the window', async () => {
  expect(await settle('tst-auto', 100_000, 10_001)).toMatchObject({ waiting: 60 });
  const few = await settle('tst-auto', 100_000, 10_000);
  expect(few.waiting).toBe(0);
  expect(few.settled.pool.map(({ name }) => name)).not.toContain('ToolSearch');
  expect(few.settled.leftOut).toContainEqual(
    expect.objectContaining({ name: 'ToolSearch', filter: 'enabled' }),
  );
  expect(few.asked).toHaveLength(1);
  const [counted] = few.asked;
  expect(counted?.tools).toHaveLength(60);
  expect(counted?.tools.some((tool) => tool.defer_loading)).toBe(false);
});

test('where nobody counts, three bytes are taken for a token', async () => {
  expect(await settle('tst-auto', 100_000, undefined)).toMatchObject({ waiting: 60 });
  expect(await settle('tst-auto', 400_000, undefined)).toMatchObject({ waiting: 0 });
});

test('nobody is asked where the answer is known', async () => {
  const none = poolWith([]);
  expect((await settle('tst-auto', 10, 1, none)).asked).toEqual([]);
  const one = await settle('tst-auto', 200_000, 1e6, poolWith([serverTool('mcp__a__b')]));
  expect(one).toMatchObject({ waiting: 0, asked: [] });
  expect(await settle('tst', 1e9, 1)).toMatchObject({ waiting: 60, asked: [] });
});
