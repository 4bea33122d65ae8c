import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serverPrompts } from '../../src/mcp/prompts/server-prompts.ts';
import { temporaryFolder } from '../fakes/repository.ts';
import { httpServer, type Opened, opened, packaged, stdioServer } from './servers.ts';

test('server-everything over stdio', async () => {
  const answer = { action: 'accept', content: { name: 'Ada', nonsense: 'x' } } as const;
  const open = await opened([
    stdioServer('all', packaged('everything', 'stdio'), { elicitation: answer }),
  ]);
  expect(open.notes).toEqual([]);
  await everything(open);
  expect((await open.ask('mcp__all__trigger-elicitation-request')).text).toMatch(/Ada/);
  const { text } = await open.ask('mcp__all__get-env');
  expect(JSON.parse(text)).not.toHaveProperty('npm_config_user_agent');
  expect((await open.ask('mcp__all__get-roots-list')).text).toContain('workspace');
});

test.each(['streamableHttp', 'sse'])('server-everything over %s', async (kind) => {
  const port = await freePort();
  const [command, ...args] = packaged('everything', kind);
  const child = spawn(command, args, { env: { ...process.env, PORT: String(port) } });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (text: Buffer) => /port|running/i.test(String(text)) && resolve());
  });
  await listening(port);
  // The old protocol is found by itself: its address refuses the first POST.
  const path = kind === 'sse' ? 'sse' : 'mcp';
  const open = await opened([httpServer('all', `http://127.0.0.1:${port}/${path}`)]);
  expect(open.notes).toEqual([]);
  await everything(open);
  expect((await open.ask('mcp__all__trigger-elicitation-request')).text).toMatch(/decline/i);
});

async function everything(open: Opened): Promise<void> {
  expect(open.connections[0]?.status).toBe('connected');
  expect((await open.ask('mcp__all__echo', { message: 'hi' })).text).toBe('Echo: hi');
  expect((await open.ask('mcp__all__get-sum', { a: 2, b: 3 })).text).toContain('5');
  expect((await open.ask('mcp__all__get-tiny-image')).kinds).toContain('image');
  const weather = await open.ask('mcp__all__get-structured-content', { location: 'Chicago' });
  expect(weather.text.match(/temperature/g)).toHaveLength(1);
  const links = await open.ask('mcp__all__get-resource-links', { count: 2 });
  expect(links.text).toContain('[Resource ');
  const long = await open.ask('mcp__all__trigger-long-running-operation', {
    duration: 1,
    steps: 2,
  });
  expect(long.progress).not.toEqual([]);
  const list = await open.ask('ListMcpResources');
  const entries = list.text.split('\n').map((line) => JSON.parse(line) as Record<string, string>);
  expect(entries.some((entry) => entry['uriTemplate'])).toBe(true);
  const uri = entries.find((entry) => entry['uri'])?.['uri'];
  const read = await open.ask('ReadMcpResource', { server: 'all', uri });
  expect(read.text).toContain(`[Resource ${uri}]`);
  const { signal } = new AbortController();
  const prompts = await serverPrompts(open.connections, signal);
  const filled = prompts.find(({ arguments: wanted }) => wanted.some(({ required }) => required));
  expect(prompts[0]?.name).toMatch(/^mcp__all__/);
  await expect(filled?.fill([], signal)).rejects.toThrow('lacks its argument');
  expect(JSON.stringify(await filled?.fill(['Berlin'], signal))).toContain('Berlin');
}

test('a cancelled call is told to the server, and the next one works', async () => {
  const open = await opened([stdioServer('all', packaged('everything', 'stdio'))]);
  const abort = new AbortController();
  const call = open.ask(
    'mcp__all__trigger-long-running-operation',
    { duration: 60, steps: 60 },
    { abort },
  );
  abort.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  expect((await open.ask('mcp__all__echo', { message: 'x' })).text).toBe('Echo: x');
});

test('server-filesystem reads and writes where it was let, and says why not elsewhere', async () => {
  const folder = temporaryFolder('mcp-files-');
  writeFileSync(join(folder, 'a.txt'), 'needle\n');
  // It serves the roots that its client names, whatever it was started with.
  const open = await opened([stdioServer('files', packaged('filesystem', '/'))], { root: folder });
  const read = await open.ask('mcp__files__read_text_file', { path: join(folder, 'a.txt') });
  expect(read.text).toContain('needle');
  await open.ask('mcp__files__write_file', { path: join(folder, 'b.txt'), content: 'new' });
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('new');
  const refused = await open.ask('mcp__files__read_text_file', { path: '/etc/passwd' });
  expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/denied/i) });
});

test('server-memory keeps what it was told', async () => {
  const file = join(temporaryFolder('mcp-memory-'), 'memory.json');
  const [command, ...args] = packaged('memory');
  const endpoint = { kind: 'stdio', command, args, env: { MEMORY_FILE_PATH: file } } as const;
  const open = await opened([{ ...stdioServer('memory', packaged('memory')), endpoint }]);
  const entity = { name: 'Ada', entityType: 'person', observations: ['counts'] };
  await open.ask('mcp__memory__create_entities', { entities: [entity] });
  expect((await open.ask('mcp__memory__read_graph')).text).toContain('Ada');
  expect(readFileSync(file, 'utf8')).toContain('counts');
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** It says that it runs before it does. */
async function listening(port: number): Promise<void> {
  const isOpen = await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
  if (!isOpen) return listening(port);
}
