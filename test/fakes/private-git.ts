import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { serveGit } from './git-server.ts';

/** Private repositories below `root`: git's own server behind a login. `onRequest` sees whatever comes. */
export async function startPrivateGit(
  root: string,
  token: string,
  onRequest: (request: IncomingMessage) => void = () => {},
): Promise<string> {
  const server = createServer((request, response) => {
    onRequest(request);
    const given = request.headers.authorization ?? '';
    const login = Buffer.from(given.replace(/^basic /i, ''), 'base64').toString();
    if (login !== `x-access-token:${token}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
    } else serveGit(root, request, response, request.url ?? '/');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
