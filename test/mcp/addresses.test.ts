import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { addressProblem, checkAddress, checkResolved } from '../../src/mcp/http/address-rules.ts';
import { createGuardedFetch } from '../../src/mcp/http/guarded-fetch.ts';
import { tokenProvider } from '../../src/mcp/http/token-provider.ts';
import { httpServer, opened, serverConfig } from './servers.ts';

test.each([
  ['https://mcp.example.com/x', undefined],
  ['https://mcp.example.com:8443/x', undefined],
  ['http://127.0.0.1:3000/mcp', undefined],
  ['http://localhost:3000/mcp', undefined],
  ['http://[::1]:3000/mcp', undefined],
  ['http://mcp.example.com/x', /plain HTTP/],
  ['https://169.254.169.254/latest', /metadata/],
  ['https://[fd00:ec2::254]/', /metadata/],
  ['https://metadata.google.internal/', /metadata/],
  ['https://10.0.0.7/', /private/],
  ['https://intranet/', /private/],
  ['https://user:secret@mcp.example.com/', /user or a password/],
  ['ftp://mcp.example.com/', /neither/],
  ['file:///etc/passwd', /neither/],
  ['nonsense', /can’t be read/],
  ['https://mcp.example.com/\u202ex', /can’t be seen/],
])('the configured address %s', (text, problem) => {
  const found = addressProblem(text);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

test.each([
  ['https://mcp.example.com/other', true],
  ['https://auth.example.org/token', true],
  ['https://auth.example.org:8443/token', false],
  ['http://auth.example.org/token', false],
  ['https://evil.example/', false],
  ['https://mcp.example.com:444/', false],
  ['http://127.0.0.1/', false],
  ['https://169.254.169.254/', false],
])('from a server elsewhere, %s is %s', (to, allowed) => {
  const rules = {
    configured: [new URL('https://mcp.example.com/mcp')],
    allowsHost: (host: string) => host === 'auth.example.org',
  };
  const check = () => checkAddress(new URL(to), rules);
  if (allowed) check();
  else expect(check).toThrow();
});

test('a name must lead where it says: outside only, or to this machine only', () => {
  checkResolved('mcp.example.com', ['93.184.215.14']);
  checkResolved('localhost', ['127.0.0.1', '::1']);
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1']) {
    expect(() => checkResolved('mcp.example.com', ['93.184.215.14', address])).toThrow(address);
  }
  expect(() => checkResolved('localhost', ['93.184.215.14'])).toThrow('not on this machine');
  expect(() => checkResolved('mcp.example.com', [])).toThrow('no address');
});

test('a name that leads inside is not connected to', async () => {
  const fetch = createGuardedFetch({
    rules: { configured: [new URL('https://mcp.example.com/')], allowsHost: () => false },
    environment: {},
    resolve: ((_host: string, _options: object, done: (...found: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never,
  });
  await expect(fetch('https://mcp.example.com/')).rejects.toThrow('leads to 127.0.0.1');
});

test('a redirect to elsewhere is not followed', async () => {
  const url = await serve((_, reply) => reply(307, '', { location: 'https://evil.example/mcp' }));
  const open = await opened([httpServer('far', `${url}/mcp`)]);
  expect(open.connections[0]?.status).toBe('failed');
  expect(open.notes[0]).toMatch(/evil\.example|not followed/);
});

test('a server that wants a sign-in is told apart', async () => {
  const url = await serve((_, reply) => reply(401, '', {}));
  const open = await opened([httpServer('shut', `${url}/mcp`)]);
  expect(open.connections[0]?.status).toBe('needs-auth');
});

test('tokens come from client credentials, are hidden, kept, renewed, and asked for anew by McpAuth', async () => {
  let made = 0;
  const seen: string[] = [];
  const url = await serve(async (request, reply) => {
    const body = await textOf(request);
    if (request.url === '/token') {
      seen.push(`${request.headers.authorization} ${body}`);
      made += 1;
      return reply(200, JSON.stringify({ access_token: `tok-${made}-abcdef`, expires_in: 3600 }));
    }
    if (request.headers.authorization !== `Bearer tok-${made}-abcdef` || made === 1) {
      return reply(401, '', {});
    }
    const message = JSON.parse(body || '{}') as { id?: number; method?: string; params?: never };
    if (message.id === undefined) return reply(202, '');
    return reply(
      200,
      JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) }),
    );
  });
  const hidden: string[] = [];
  const endpoint = {
    kind: 'http',
    url: new URL(`${url}/mcp`),
    headers: {},
    sseOnly: false,
    oauth: {
      clientId: 'me',
      clientSecret: 's:3 cret',
      tokenUrl: new URL(`${url}/token`),
      scope: 'tools',
    },
  } as const;
  const open = await opened([serverConfig('far', endpoint)], {
    onSecret: (_, value) => hidden.push(value),
  });
  expect(open.notes).toEqual([]);
  // The first was refused, so a second was made.
  expect(hidden).toEqual(['tok-1-abcdef', 'tok-2-abcdef']);
  const basic = Buffer.from('me:s%3A3%20cret').toString('base64');
  expect(seen[0]).toMatch(
    new RegExp(`^Basic ${basic} grant_type=client_credentials&.*scope=tools`),
  );
  expect((await open.ask('mcp__far__do')).text).toBe('done');
  expect(made).toBe(2);
  expect((await open.ask('McpAuth', { server: 'far' })).text).toContain('takes calls again');
  expect(made).toBe(3);
});

test('a token is made anew before it ends, once for all who wait; a refusal is told in its words', async () => {
  let made = 0;
  let now = 0;
  const fetch = async () => {
    made += 1;
    return new Response(JSON.stringify({ access_token: `t${made}`, expires_in: 120 }));
  };
  const credentials = {
    clientId: 'a',
    clientSecret: 'b',
    scope: undefined,
  };
  const tokenUrl = new URL('https://x.example/token');
  const resource = new URL('https://x.example/');
  const onToken = () => {};
  const provider = tokenProvider({
    credentials,
    tokenUrl,
    resource,
    fetch,
    onToken,
    now: () => now,
  });
  expect(await Promise.all([provider.token(), provider.token()])).toEqual(['t1', 't1']);
  now = 61_000;
  expect(await provider.token()).toBe('t2');
  const refused = tokenProvider({
    credentials,
    tokenUrl,
    resource,
    onToken,
    fetch: async () => new Response('{"error_description":"no such client"}', { status: 400 }),
  });
  await expect(refused.token()).rejects.toThrow('x.example: no such client');
});

type Reply = (status: number, body: string, headers?: Record<string, string>) => void;

async function serve(answer: (request: IncomingMessage, reply: Reply) => unknown): Promise<string> {
  const server: Server = createServer((request, response) => {
    void answer(request, (status, body, headers = { 'content-type': 'application/json' }) => {
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function resultOf({ method }: { readonly method?: string }): unknown {
  if (method === 'initialize') {
    const serverInfo = { name: 'x', version: '1' };
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
  }
  if (method === 'tools/list') return { tools: [{ name: 'do', inputSchema: { type: 'object' } }] };
  return method === 'tools/call' ? { content: [{ type: 'text', text: 'done' }] } : {};
}
