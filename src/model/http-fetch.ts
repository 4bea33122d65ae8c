import type { AgentOptions, ClientRequest, RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { FORM, partsOf } from './http-body.ts';
import { HttpHeaders } from './http-headers.ts';
import { HttpResponse } from './http-response.ts';
import { nodeHttp } from './node-http.ts';
import { proxyAuthorization, proxyFor } from './proxy.ts';

export interface HttpFetchOptions {
  /** Where the proxy variables are read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A body that sends no byte for so long fails with `StalledError`, ms. */
  readonly stallMs: number;
  /** Told when a request is with the system, and there is time for other things. Must not throw. */
  readonly onSent?: (() => void) | undefined;
  /** Finds the addresses of names, where no proxy does. Absent: the system does. */
  readonly lookup?: LookupFunction | undefined;
  /**
   * Questions to a model: a POST may be sent twice, and what comes is read as a stream of events or frames,
   * none of which may be endless. Absent: neither.
   */
  readonly asksModel?: boolean | undefined;
}

/** Sends requests to one kind of target: over a proxy or not, with or without TLS. */
interface Transport {
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly options: (url: URL) => RequestOptions;
}

const KEEP_ALIVE = { keepAlive: true, scheduling: 'lifo' } as const;
/** A connection for one request. */
const ONCE = { keepAlive: false } as const;

/**
 * `fetch` over `node:http` and `node:https`, for the SDK: the built-in one costs 20 to 30 ms before
 * the first request, 50 ms at exit and twice the memory. Connections are kept and don't keep the
 * process alive; proxies are honoured; nothing compressed is asked for; redirects are not followed.
 */
export function createHttpFetch(options: HttpFetchOptions): typeof fetch {
  const transports = new Map<string, Promise<Transport>>();
  const send = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input);
    const proxy = proxyFor(url, options.environment);
    // Over a kept connection one can't know whether it arrived; over its own it needs no second try.
    const keeping = init.method === 'POST' && !options.asksModel ? ONCE : KEEP_ALIVE;
    const key = `${url.protocol} ${keeping.keepAlive} ${proxy?.href ?? ''}`;
    const transport = transports.get(key) ?? makeTransport(url, proxy, keeping, options.lookup);
    transports.set(key, transport);
    const response = await sendTwice(await transport, url, init, options);
    // The SDK reads of a response what HttpResponse has; the rest of the type is never touched.
    return response as unknown as Response;
  };
  return send;
}

async function makeTransport(
  url: URL,
  proxy: URL | undefined,
  keeping: AgentOptions,
  lookup: LookupFunction | undefined,
): Promise<Transport> {
  const found = proxy || lookup === undefined ? {} : { lookup };
  if (url.protocol === 'https:') return secureTransport(proxy, keeping, found);
  if (url.protocol !== 'http:') throw new TypeError(`${url.protocol} is no protocol for an API.`);
  const agent = new nodeHttp.Agent(keeping);
  if (!proxy)
    return {
      open: nodeHttp.request,
      options: (target) => ({ ...addressOf(target), ...found, agent }),
    };
  const authorization = proxyAuthorization(proxy);
  return {
    open: nodeHttp.request,
    options: (target) => ({
      ...addressOf(proxy),
      agent,
      path: target.href,
      headers: {
        host: target.host,
        ...(authorization && { 'proxy-authorization': authorization }),
      },
    }),
  };
}

/** TLS is loaded when it is used: a loopback gateway never needs it. */
async function secureTransport(
  proxy: URL | undefined,
  keeping: AgentOptions,
  found: Pick<RequestOptions, 'lookup'>,
): Promise<Transport> {
  const https = await import('node:https');
  const agent = proxy
    ? new (await import('./proxy-tunnel.ts')).ProxyTunnel(proxy, keeping)
    : new https.Agent(keeping);
  return { open: https.request, options: (target) => ({ ...addressOf(target), ...found, agent }) };
}

function addressOf(url: URL): RequestOptions {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  return { host, port: url.port || undefined, path: `${url.pathname}${url.search}` };
}

/**
 * A kept connection may be closed by the other side just as it is used again. That request mostly never
 * arrived, so it goes out once more on a new one. Only what may be done twice is sent over kept ones.
 */
async function sendTwice(
  transport: Transport,
  url: URL,
  init: RequestInit,
  options: HttpFetchOptions,
): Promise<HttpResponse> {
  const reused = { value: false };
  try {
    return await sendOnce(transport, url, init, options, reused);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!reused.value || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error;
    return await sendOnce(transport, url, init, options, reused);
  }
}

function sendOnce(
  transport: Transport,
  url: URL,
  init: RequestInit,
  { stallMs, onSent, asksModel = false }: HttpFetchOptions,
  reused: { value: boolean },
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const { signal } = init;
    if (signal?.aborted) {
      reject(abortError());
      return;
    }
    const body = partsOf(init);
    const target = transport.options(url);
    const request = transport.open({
      ...target,
      method: init.method ?? 'GET',
      headers: {
        ...(init.body instanceof URLSearchParams && { 'content-type': FORM }),
        ...Object.fromEntries(headersOf(init)),
        'accept-encoding': 'identity',
        ...(body && { 'content-length': body.reduce((sum, { length }) => sum + length, 0) }),
        ...(target.headers as Record<string, string> | undefined),
      },
    });
    let running: { destroy(error: Error): unknown } = request;
    const abort = () => running.destroy(abortError());
    signal?.addEventListener('abort', abort, { once: true });
    request.on('close', () => signal?.removeEventListener('abort', abort));
    request.on('error', (error) => {
      reused.value = request.reusedSocket;
      reject(error);
    });
    // Node closes it without a word; nor does it tell of an abort from then on.
    request.on('upgrade', (_head, socket) => {
      socket.destroy();
      reject(new Error('The answer goes on in another protocol.'));
    });
    request.on('close', () =>
      reject(new Error('The connection was closed before an answer came.')),
    );
    if (onSent) request.on('finish', onSent);
    request.on('response', (incoming) => {
      running = incoming;
      resolve(new HttpResponse(incoming, url.href, { stallMs, isAnswer: asksModel }));
    });
    for (const part of body ?? []) request.write(part);
    request.end();
  });
}

/** As the SDK (an iterable) and as GitHub's client (a plain object) give them. */
function headersOf(init: RequestInit): HttpHeaders {
  return new HttpHeaders(init.headers as ConstructorParameters<typeof HttpHeaders>[0]);
}

/** The name tells the SDK that it was stopped and didn't fail. */
function abortError(): Error {
  return Object.assign(new Error('The request was aborted.'), { name: 'AbortError' });
}
