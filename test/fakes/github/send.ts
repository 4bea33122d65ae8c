import type { ServerResponse } from 'node:http';
import { answerRead } from './read-routes.ts';
import type { GithubWorld } from './world.ts';

/** A loopback GitHub, as far as its answers depend on it. */
interface Site {
  readonly url: string;
  readonly world: GithubWorld;
}

interface Listed {
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly list: readonly unknown[];
  readonly key?: string | undefined;
}

type Send = (status: number, body: unknown, headers?: Record<string, string>) => void;

export function sendPage(site: Site, { pathname, query, list, key }: Listed, send: Send): void {
  const perPage = Math.min(100, Number(query.get('per_page') ?? 30));
  const page = Number(query.get('page') ?? 1);
  const last = Math.ceil(list.length / perPage);
  const following = new URLSearchParams(query);
  following.set('page', String(page + 1));
  const next = `<${site.url}${pathname}?${following}>; rel="next"`;
  const items = list.slice((page - 1) * perPage, page * perPage);
  const body = key === undefined ? items : { total_count: list.length, [key]: items };
  send(200, body, page < last ? { link: next } : {});
}

export function sendRead(
  site: Site,
  pathname: string,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const send: Send = (status, body, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  const answer = answerRead(site.world, pathname);
  if (answer === undefined || answer === 'unknown') send(404, { message: 'Not Found' });
  else if ('list' in answer) sendPage(site, { pathname, query, ...answer }, send);
  else if ('one' in answer) send(200, answer.one);
  else {
    // Logs lie in a store of another host, whose address is secret enough.
    const store = site.url.replace('127.0.0.1', 'localhost');
    response.writeHead(302, { location: `${store}/blobs/${answer.log}` }).end();
  }
}

/** The store knows no tokens, and refuses what it does not know. */
export function sendLog(site: Site, id: number, authorization: string, response: ServerResponse) {
  if (authorization !== '') response.writeHead(400).end('InvalidAuthenticationInfo');
  else response.writeHead(200, { 'content-type': 'text/plain' }).end(site.world.logs?.[id] ?? '');
}
