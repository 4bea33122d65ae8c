import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { ServerConfig } from '../../src/mcp/config/server-config.ts';
import { fake, httpServer, opened, stdioServer } from './servers.ts';

/** The same server, over HTTP. */
async function overHttp(): Promise<string> {
  const [command, ...args] = fake('newest.mjs', 'http');
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [address] = await once(createInterface({ input: child.stdout }), 'line');
  return String(address);
}

const answered = { action: 'accept', content: { p: 'this' } } as const;

test.each(['stdio', 'http'])(
  'a server that speaks the newest revision alone is understood (%s)',
  async (way) => {
    const more: Partial<ServerConfig> = { elicitation: answered };
    const server =
      way === 'stdio'
        ? stdioServer('new', fake('newest.mjs'), more)
        : httpServer('new', await overHttp(), more);
    const open = await opened([server]);
    expect(open.notes).toEqual([]);
    expect(open.tools.map(({ name }) => name)).toEqual(['mcp__new__do']);
    expect((await open.ask('mcp__new__do', { text: 'a' })).text).toContain(
      '{"given":{"text":"a"}}',
    );
    // A field that the server marks goes into a header too (2026-07-28, SEP-2243).
    const { text } = await open.ask('mcp__new__do', { text: 'b' });
    expect(text.includes('header b')).toBe(way === 'http');
    // What it asks the user is answered as ever.
    expect((await open.ask('mcp__new__do', { text: 'ask' })).text).toContain(
      '"content":{"p":"this"}',
    );
    const read = await open.ask('ReadMcpResource', { server: 'new', uri: 'x://y' });
    expect(read.text).toContain('read x://y');
  },
);
