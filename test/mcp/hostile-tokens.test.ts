import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRedactor } from '../../src/base/redactor.ts';
import { opened, serverConfig } from './servers.ts';

const SECRET = 'sesame-open-4711';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A server that takes no token; its token endpoint answers as it is told, once found or once named. */
async function play(token: Answer, isNamed: boolean) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (request.url === '/token') return token(request, response);
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      return json(response, 200, { resource: `${at}/mcp`, authorization_servers: [at] });
    }
    if (request.url?.startsWith('/.well-known/')) {
      return json(response, 200, {
        issuer: at,
        authorization_endpoint: `${at}/authorize`,
        token_endpoint: `${at}/token`,
        response_types_supported: ['code'],
      });
    }
    return response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hidden: string[] = [];
  const oauth = {
    clientId: 'me',
    clientSecret: SECRET,
    tokenUrl: isNamed ? new URL(`${at}/token`) : undefined,
    scope: undefined,
  };
  const endpoint = { kind: 'http', url: new URL(`${at}/mcp`), headers: {}, sseOnly: false, oauth };
  const open = await opened([serverConfig('far', endpoint as never, { startupMs: 5_000 })], {
    onSecret: (_, value) => hidden.push(value),
  });
  return { note: open.notes.join(' '), hidden, requests };
}

const good: Answer = (_, response) =>
  json(response, 200, { access_token: 't', token_type: 'bearer' });
const ANSWERS: Readonly<Record<string, Answer>> = {
  'a token of 10 MB': (_, response) =>
    json(response, 200, { access_token: 'x'.repeat(10_000_000), token_type: 'bearer' }),
  'a token with line breaks': (_, response) =>
    json(response, 200, { access_token: 'a\r\nx-evil: 1', token_type: 'bearer' }),
  'a token that is none': (_, response) =>
    json(response, 200, { access_token: { a: 1 }, token_type: 'bearer' }),
  'no JSON': (_, response) => response.writeHead(200).end('<h1>Log in</h1>'),
  'a failure without an end': (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.writeHead(500).on('drain', more);
    more();
  },
};

test.each(
  [true, false].flatMap((isNamed) => Object.keys(ANSWERS).map((name) => [name, isNamed] as const)),
)('a token endpoint gives %s (its address is named: %s)', async (name, isNamed) => {
  const { note, hidden, requests } = await play(ANSWERS[name] ?? good, isNamed);
  expect(note).toMatch(/^The MCP server far \(p\.yml:3\) is not up: /);
  expect(note.length).toBeLessThan(1_200);
  expect(hidden).toEqual([]);
  expect(requests.filter((line) => line === 'POST /token').length).toBeLessThan(4);
});

test.each([true, false])(
  'tokens that are refused again and again end it (named: %s)',
  async (isNamed) => {
    const { note, requests } = await play(good, isNamed);
    expect(note).toMatch(/status 401|Unauthorized|sign-in/);
    expect(requests.length).toBeLessThan(20);
  },
);

test.each([true, false])(
  'a secret that comes back in a refusal is not told (named: %s)',
  async (isNamed) => {
    // It is listened to, not replaced: the SDK would write there.
    const said = vi.spyOn(console, 'warn');
    onTestFinished(() => said.mockRestore());
    const { note } = await play((request, response) => {
      const [, basic = ''] = (request.headers.authorization ?? '').split(' ');
      const sent = Buffer.from(basic, 'base64').toString();
      json(response, 400, { error: 'invalid_client', error_description: `${sent} ${basic}` });
    }, isNamed);
    expect(note).toContain(SECRET);
    // Nothing got past the log, which hides them.
    expect(said).not.toHaveBeenCalled();
    const shown = createRedactor([{ name: 'client_secret', value: SECRET }]).redact(note);
    expect(shown).not.toContain(SECRET);
    expect(shown).not.toContain(Buffer.from(`me:${SECRET}`).toString('base64').slice(8));
  },
);
