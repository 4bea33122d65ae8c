import { expect, test } from 'vitest';
import * as z from 'zod';
import { buildTool } from '../../src/tool/build-tool.ts';
import { lazySchema } from '../../src/tool/lazy-schema.ts';
import { toolContext } from '../tools/tool-context.ts';

const bare = buildTool<{ text: string }, string>({
  name: 'Bare',
  description: () => 'Nothing but what no default can give.',
  prompt: () => 'Manual.',
  inputSchema: lazySchema(() => z.strictObject({ text: z.string() })),
  call: async (input) => ({ data: input.text }),
});

test('what an author forgets costs speed or a question, never safety', () => {
  const context = toolContext();
  const input = { text: 'x' };
  expect(bare.isConcurrencySafe(input, context)).toBe(false);
  expect(bare.isReadOnly(input, context)).toBe(false);
  expect(bare.isDestructive(input, context)).toBeUndefined();
  expect(bare.checkPermissions(input, context)).toEqual({ behavior: 'passthrough' });
  expect(bare.toAutoClassifierInput(input)).toBe('');
  expect(bare.preparePermissionMatcher(input, context)).toMatchObject({
    readOnly: false,
    effects: [],
    paths: [],
  });
});

test('a tool that sets nothing still renders and answers', () => {
  expect(bare.rendering.summary({ text: 'x' })).toBe('Bare');
  expect(bare.rendering.error('no', { text: 'x' })).toEqual([{ type: 'line', text: 'no' }]);
  expect(bare.mapToolResultToToolResultBlockParam('out', 'id')).toEqual({
    type: 'tool_result',
    tool_use_id: 'id',
    content: 'out',
  });
});

test('a schema is built once, on first use', () => {
  let built = 0;
  const schema = lazySchema(() => {
    built += 1;
    return z.string();
  });
  expect(built).toBe(0);
  expect(schema()).toBe(schema());
  expect(built).toBe(1);
});
