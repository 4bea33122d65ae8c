import { expect, test } from 'vitest';
import { createInProcessServer } from '../../src/mcp/in-process/in-process-server.ts';
import type { InProcessCall } from '../../src/mcp/in-process/in-process-tool.ts';
import { opened, serverConfig } from './servers.ts';

const add = {
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  annotations: { readOnlyHint: true },
  parse: (input: unknown) => Object(input),
  run: (input: unknown) => String(Object(input).a + Object(input).b),
};
const failing = { ...add, name: 'fail', run: () => Promise.reject(new Error('no luck')) };

test('tools in this process are tools as any other', async () => {
  const open = await opened([serverConfig('own', createInProcessServer([add, failing]))]);
  expect(open.notes).toEqual([]);
  expect((await open.ask('mcp__own__add', { a: 2, b: 3 })).text).toBe('5');
  expect(await open.ask('mcp__own__fail', { a: 2, b: 3 })).toMatchObject({
    isError: true,
    text: 'no luck',
  });
  expect(open.tool('mcp__own__add').isReadOnly({}, {} as never)).toBe(false);
});

test('a cancelled call is told to the tool, and the server ends with the run', async () => {
  let aborted = 0;
  const wait = (_: unknown, { signal }: InProcessCall) =>
    new Promise<string>((resolve) => {
      signal.addEventListener('abort', () => {
        aborted += 1;
        resolve('');
      });
    });
  const open = await opened([serverConfig('own', createInProcessServer([{ ...add, run: wait }]))]);
  const abort = new AbortController();
  const call = open.ask('mcp__own__add', { a: 1, b: 1 }, { abort });
  const other = open.ask('mcp__own__add', { a: 1, b: 1 });
  const ended = expect(other).rejects.toThrow('own failed');
  await new Promise(setImmediate);
  abort.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  expect(aborted).toBe(1);
  await open.close();
  await ended;
  expect(aborted).toBe(2);
});
