import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Git's smart protocol over HTTP for the bare repositories below `root`, by git's own server
 * (`git http-backend`, a CGI program).
 */
export function serveGit(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  const [pathname = '', query = ''] = path.split('?');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      REMOTE_USER: 'x-access-token',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: pathname,
      QUERY_STRING: query,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      ...(request.headers['git-protocol'] && {
        GIT_PROTOCOL: String(request.headers['git-protocol']),
      }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  backend.stdin.on('error', () => {});
  const pieces: Buffer[] = [];
  backend.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  backend.on('close', () => {
    const answer = Buffer.concat(pieces);
    const end = answer.indexOf('\r\n\r\n');
    const headers = Object.fromEntries(
      answer
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => /^([^:]+): (.*)$/.exec(line)?.slice(1, 3) ?? []),
    ) as Record<string, string>;
    const { Status: status = '200', ...rest } = headers;
    response.writeHead(Number.parseInt(status, 10), rest);
    response.end(answer.subarray(end + 4));
  });
}
