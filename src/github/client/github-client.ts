import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { oneLine } from '../../base/text.ts';
import { isObject, textAt } from '../json.ts';
import { GithubError } from './github-error.ts';
import { backOff, type WaitOptions, waitBeforeRetry } from './github-wait.ts';
import { nextPage } from './next-page.ts';

export interface ClientOptions {
  /** The API's address, such as `https://api.github.com` or `https://github.example/api/v3`. */
  readonly apiUrl: string;
  readonly token: string;
  /** Makes the requests: ours, which heeds the proxy settings and follows no redirect. */
  readonly fetch: typeof fetch;
  /** All tries of one request together, ms. */
  readonly patienceMs?: number;
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
  readonly random?: () => number;
}

/** GitHub's REST API: tries again within limits, follows pages and moved repositories. */
export interface GithubClient {
  /** @throws GithubError for every answer but a success. */
  readonly json: (path: string, send?: Sent) => Promise<unknown>;
  /** Page by page; a list, or the list under `key` of an object. */
  readonly pages: (path: string, key?: string) => AsyncGenerator<readonly unknown[]>;
  /** Plain text, such as a job's log. */
  readonly text: (path: string) => Promise<string>;
}

interface Sent {
  readonly method: 'POST' | 'PATCH';
  readonly body: unknown;
}

const PATIENCE_MS = 60_000;
const REQUEST_MS = 20_000;
const MAX_REDIRECTS = 3;
const MAX_TRIES = 6;
/** A wrong address, or a network that is closed, should not take a minute. */
const MAX_UNREACHABLE = 3;

export function githubClient(options: ClientOptions): GithubClient {
  const api = new URL(options.apiUrl);
  const base = options.apiUrl.replace(/\/+$/, '');
  const request = (url: string, sent?: Sent) => patiently(url, sent, { ...options, api });
  return {
    json: async (path, sent) => (await request(`${base}${path}`, sent)).json(),
    async *pages(path, key) {
      const join = path.includes('?') ? '&' : '?';
      let url: string | undefined = `${base}${path}${join}per_page=100`;
      while (url !== undefined) {
        const response: Response = await request(url);
        const body: unknown = await response.json();
        const list = key !== undefined && isObject(body) ? body[key] : body;
        yield Array.isArray(list) ? list : [];
        url = nextPage(response.headers.get('link'), api);
      }
    },
    text: async (path) => (await request(`${base}${path}`)).text(),
  };
}

interface Attempt extends ClientOptions {
  readonly api: URL;
}

async function patiently(url: string, sent: Sent | undefined, given: Attempt): Promise<Response> {
  const { now = Date.now, random = Math.random, wait = sleep } = given;
  const end = now() + (given.patienceMs ?? PATIENCE_MS);
  for (let tries = 1; ; tries += 1) {
    const options = { tries, now: now(), random: random() };
    const answer = await follow(url, sent, given, end - now()).catch((error: unknown) =>
      unreachable(error, sent, options),
    );
    if ('ok' in answer && answer.ok) return answer;
    const { failure, pause } = 'ok' in answer ? await refused(answer, sent, options) : answer;
    if (pause === undefined || tries === MAX_TRIES || now() + pause > end) throw failure;
    await wait(pause);
  }
}

interface Failure {
  readonly failure: GithubError;
  /** `undefined`: another try is no use. */
  readonly pause: number | undefined;
}

function unreachable(error: unknown, sent: Sent | undefined, options: WaitOptions): Failure {
  const again = sent === undefined && options.tries < MAX_UNREACHABLE;
  return {
    failure: new GithubError(`GitHub can't be reached: ${messageOf(error)}`, undefined, error),
    pause: again ? backOff(options) : undefined,
  };
}

async function refused(
  response: Response,
  sent: Sent | undefined,
  options: WaitOptions,
): Promise<Failure> {
  const { status } = response;
  const message = await messageIn(response);
  const header = (name: string) => response.headers.get(name);
  // A write that failed inside may have been done.
  const again = sent === undefined || status < 500;
  return {
    failure: new GithubError(`GitHub answered ${status}: ${message}`, status),
    pause: again ? waitBeforeRetry({ status, header, message }, options) : undefined,
  };
}

/** Repositories move, and logs lie elsewhere: the token goes to the API's own host alone. */
async function follow(
  url: string,
  sent: Sent | undefined,
  { api, token, fetch: send }: Attempt,
  leftMs: number,
): Promise<Response> {
  const signal = AbortSignal.timeout(Math.max(1, Math.min(REQUEST_MS, leftMs)));
  let target = new URL(url);
  for (let redirects = 0; ; redirects += 1) {
    const own = target.origin === api.origin;
    const response = await send(target, {
      method: sent?.method ?? 'GET',
      signal,
      headers: {
        'user-agent': 'unattended',
        ...(own && {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${token}`,
          'x-github-api-version': '2022-11-28',
        }),
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: JSON.stringify(sent.body) }),
    });
    const location = response.headers.get('location');
    const moved = [301, 302, 307, 308].includes(response.status) && location !== null;
    if (!moved || redirects === MAX_REDIRECTS) return response;
    await response.text();
    const next = new URL(location, target);
    if (next.protocol !== 'https:' && next.protocol !== api.protocol) return response;
    target = next;
  }
}

async function messageIn(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    return oneLine((isObject(body) && textAt(body, 'message')) || text);
  } catch {
    return oneLine(text) || 'no reason was given';
  }
}
