import { expect, test, vi } from 'vitest';
import type { ServerConfig } from '../../src/mcp/config/server-config.ts';
import type { ServerPlace } from '../../src/mcp/connection/server-place.ts';
import { fake, opened, stdioServer } from './servers.ts';

const sly = (way: string, more: Partial<ServerConfig> = {}) =>
  stdioServer('sly', fake('sly.mjs', way), more);
const form = (p: object = { type: 'string' }) => ({
  message: 'Which\u202e one?',
  requestedSchema: { type: 'object', properties: { p } },
});

test('hooks answer a server that asks; they are told the answer and may change it', async () => {
  const heard: unknown[] = [];
  const said: Record<string, Awaited<ReturnType<ServerPlace['askHooks']>>> = {};
  const open = await opened([sly('asks')], {
    askHooks: async (event, fields) => {
      heard.push([event, fields]);
      return said[event];
    },
  });
  const ask = async (params: object) => (await open.ask('mcp__sly__do', params)).text;
  expect(await ask(form())).toBe('{"action":"decline"}');
  expect(heard).toEqual([
    [
      'Elicitation',
      {
        mcp_server_name: 'sly',
        message: String.raw`Which\u202e one?`,
        mode: 'form',
        requested_schema: form().requestedSchema,
      },
    ],
    ['ElicitationResult', expect.objectContaining({ action: 'decline', mcp_server_name: 'sly' })],
  ]);
  said['Elicitation'] = { action: 'accept', content: { p: 'x', other: 'y' } };
  expect(await ask(form())).toBe('{"action":"accept","content":{"p":"x"}}');
  expect(heard.at(-1)).toMatchObject(['ElicitationResult', { action: 'accept' }]);
  // Nobody goes to a page; the server was told so.
  const page = { mode: 'url', message: 'Visit', url: 'https://x.example/', elicitationId: 'e' };
  expect(await ask(page)).toContain('does not support URL-mode');
  // A form for nobody is not even put to them.
  const before = heard.length;
  expect(await ask(form({ type: 'string', description: 'x'.repeat(60_000) }))).toContain('decline');
  expect(heard).toHaveLength(before);
  said['ElicitationResult'] = { action: 'cancel' };
  expect(await ask(form())).toBe('{"action":"cancel"}');
});

test('hooks that can’t be run say no yes, and a flood of questions is declined', async () => {
  const elicitation = { action: 'accept', content: { p: 'x' } } as const;
  const broken = await opened([sly('asks', { elicitation })], {
    askHooks: () => Promise.reject(new Error('changed scripts')),
  });
  expect((await broken.ask('mcp__sly__do', form())).text).toBe('{"action":"decline"}');
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const flood = await opened([sly('asks_often', { elicitation })], {
    askHooks: async () => {
      asked += 1;
      await waiting;
      return undefined;
    },
  });
  const call = flood.ask('mcp__sly__do', form());
  await vi.waitFor(() => expect(asked).toBe(4));
  answer();
  expect((await call).text.match(/accept/g)).toHaveLength(4);
});
