import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { answer, type Sent } from './anthropic-answer.ts';
import {
  type CacheUse,
  promptTokens,
  type RequestBody,
  SimulatedCache,
} from './anthropic-cache.ts';
import { checkBody, checkHeaders, History } from './anthropic-protocol.ts';
import { unknownReferences } from './anthropic-references.ts';
import { type FakeTurn, now, seeded } from './anthropic-turn.ts';

/** One request as it came, and what became of it. Times are epoch ms with fractions. */
export interface RecordedRequest {
  readonly index: number;
  readonly headers: IncomingHttpHeaders;
  body: RequestBody;
  readonly bytes: number;
  readonly receivedAt: number;
  readonly violations: readonly string[];
  /** What the prompt cache would have done; `undefined` for requests that were refused. */
  readonly cache: CacheUse | undefined;
  status: number;
  sent: Sent | undefined;
}

export interface FakeOptions {
  /** Answers in order, a request each; or a function of the request. */
  readonly turns: readonly FakeTurn[] | ((request: RequestBody, index: number) => FakeTurn);
  readonly port?: number;
  /** Credentials that are let in. Absent: any. */
  readonly keys?: readonly string[];
  /** For the random cuts between deltas and bytes; `undefined`: no cuts, whole blocks. */
  readonly seed?: number | undefined;
  readonly minimumCacheTokens?: number;
  /** The model list, by id; one that isn't there is answered with 404. A function may wait or throw. */
  readonly models?: (id: string) => unknown;
  /** Keep what was asked. Default true; in very long runs it would fill the memory. */
  readonly keepsBodies?: boolean;
  /** Compare each request with the last one of its conversation. Default true. */
  readonly checksPrefix?: boolean;
  /** False: an API that knows neither `defer_loading` nor `tool_reference`. Default true. */
  readonly toolReferences?: boolean;
  /** A longer prompt is refused, tokens. Absent: none is too long. */
  readonly windowTokens?: number;
}

export interface FakeAnthropic {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Ids that the model list was asked for, and when (epoch ms). */
  readonly listed: readonly { readonly id: string; readonly at: number }[];
  /** What was said of the length of requests, in order. */
  readonly counted: readonly number[];
  /** Everything that broke the protocol, all requests together. A good client leaves it empty. */
  readonly violations: readonly string[];
  /** Starts over with other turns; requests and cache are forgotten. */
  reset(turns: FakeOptions['turns']): void;
  close(): Promise<void>;
}

/** A loopback Messages API that refuses what the real one refuses. */
export async function startFakeAnthropic(options: FakeOptions): Promise<FakeAnthropic> {
  const requests: RecordedRequest[] = [];
  const violations: string[] = [];
  const listed: { id: string; at: number }[] = [];
  const counted: number[] = [];
  let session = newSession(options, options.turns);
  const reset = (turns: FakeOptions['turns']) => {
    requests.length = 0;
    violations.length = 0;
    session = newSession(options, turns);
  };
  const server = createServer(async (incoming, response) => {
    const receivedBytes = await readAll(incoming);
    if (incoming.url?.startsWith('/_fake/')) {
      control(incoming.url, receivedBytes, response, requests, violations, reset);
      return;
    }
    const model = /^GET .*\/v1\/models\/([^/?]+)$/u.exec(`${incoming.method} ${incoming.url}`)?.[1];
    if (model !== undefined) {
      const id = decodeURIComponent(model);
      listed.push({ id, at: now() });
      tellModel(await options.models?.(id), response);
      return;
    }
    if (incoming.url?.split('?')[0]?.endsWith('/v1/messages/count_tokens')) {
      count(parsed(receivedBytes), counted, violations, response);
      return;
    }
    const { turn, record } = receive(session, incoming, receivedBytes, requests.length);
    requests.push(record);
    violations.push(...record.violations.map((text) => `request ${record.index}: ${text}`));
    await answer({ turn, record, random: session.random, history: session.history }, response);
    if (options.keepsBodies === false) record.body = { messages: [] };
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    listed,
    counted,
    violations,
    reset,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Says how long a request is; what makes no length has no place in it. */
function count(
  body: RequestBody,
  counted: number[],
  violations: string[],
  response: ServerResponse,
): void {
  const wrong = checkBody({ ...body, max_tokens: 1 });
  if ('max_tokens' in body || 'stream' in body) wrong.push('Extra inputs are not permitted');
  violations.push(...wrong.map((text) => `count_tokens: ${text}`));
  const tokens = promptTokens(body);
  counted.push(tokens);
  response.writeHead(wrong.length > 0 ? 400 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ input_tokens: tokens }));
}

function tellModel(info: unknown, response: ServerResponse): void {
  const error = { type: 'not_found_error', message: 'There is no such model.' };
  response.writeHead(info === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(info ?? { type: 'error', error }));
}

interface Session {
  readonly options: FakeOptions;
  readonly turns: FakeOptions['turns'];
  readonly cache: SimulatedCache;
  readonly history: History;
  readonly random: (() => number) | undefined;
  /** After `pause_turn` requests may end with an answer, until one has gone on from there. */
  isPaused: boolean;
}

function newSession(options: FakeOptions, turns: FakeOptions['turns']): Session {
  return {
    options,
    turns,
    cache: new SimulatedCache(options.minimumCacheTokens ?? 1024),
    history: new History(),
    random: options.seed === undefined ? undefined : seeded(options.seed),
    isPaused: false,
  };
}

/** Checks a request and finds the turn that answers it. */
function receive(
  session: Session,
  incoming: IncomingMessage,
  bytes: Buffer,
  index: number,
): { turn: FakeTurn; record: RecordedRequest } {
  const receivedAt = now();
  const body = parsed(bytes);
  const denied = refusal(session, incoming);
  const unknown = denied ? undefined : unknownFor(session.options, body);
  const checked = () => (unknown ? [] : checkAll(session, incoming, body));
  const violations = denied ? [denied.message] : checked();
  const { turns } = session;
  const tooLong = violations.length === 0 ? tooLongFor(session.options, body) : undefined;
  const next = typeof turns === 'function' ? turns : () => turns[index];
  const planned = unknown ?? tooLong ?? next(body, index);
  const turn = planned ?? failing(400, 'invalid_request_error', `no turn for request ${index}`);
  if (!planned) violations.push(`there is no turn for it`);
  const good = violations.length === 0;
  const refused = denied?.turn ?? failing(400, 'invalid_request_error', violations.join('; '));
  if (good && body.messages.at(-1)?.role !== 'assistant') session.isPaused = false;
  if (good && turn.stopReason === 'pause_turn') session.isPaused = true;
  return {
    turn: good ? turn : refused,
    record: {
      index,
      headers: incoming.headers,
      body,
      bytes: bytes.length,
      receivedAt,
      violations,
      cache: good && !turn.status ? session.cache.use(body, receivedAt) : undefined,
      status: 0,
      sent: undefined,
    },
  };
}

function unknownFor({ toolReferences = true }: FakeOptions, body: RequestBody) {
  const message = toolReferences ? undefined : unknownReferences(body);
  return message === undefined ? undefined : failing(400, 'invalid_request_error', message);
}

function tooLongFor({ windowTokens }: FakeOptions, body: RequestBody): FakeTurn | undefined {
  const tokens = promptTokens(body);
  if (windowTokens === undefined || tokens <= windowTokens) return undefined;
  const message = `prompt is too long: ${tokens} tokens > ${windowTokens} maximum`;
  return failing(400, 'invalid_request_error', message);
}

function checkAll(session: Session, incoming: IncomingMessage, body: RequestBody): string[] {
  const wrong = [...checkHeaders(incoming.headers), ...checkBody(body)];
  if (wrong.length > 0) return wrong;
  if (body.messages.at(-1)?.role === 'assistant' && !session.isPaused) {
    wrong.push('messages: this model does not support assistant message prefill');
  }
  wrong.push(...session.history.check(body));
  if (session.options.checksPrefix !== false) wrong.push(...session.history.checkPrefix(body));
  return wrong;
}

function refusal(session: Session, incoming: IncomingMessage) {
  const { keys } = session.options;
  const bearer = /^Bearer (.+)$/u.exec(incoming.headers.authorization ?? '')?.[1];
  const key = incoming.headers['x-api-key'] ?? bearer;
  const path = incoming.url?.split('?')[0] ?? '';
  if (incoming.method !== 'POST' || !path.endsWith('/v1/messages')) {
    return {
      message: `${path} is no path of the API`,
      turn: failing(404, 'not_found_error', path),
    };
  }
  if (!key || (keys && !keys.includes(String(key)))) {
    const message = key ? 'invalid x-api-key' : 'x-api-key header is required';
    return { message, turn: failing(401, 'authentication_error', message) };
  }
  return undefined;
}

function failing(status: number, type: string, message: string): FakeTurn {
  return { status, error: { type, message } };
}

function parsed(bytes: Buffer): RequestBody {
  try {
    return JSON.parse(bytes.toString('utf8')) as RequestBody;
  } catch {
    return { messages: [] };
  }
}

/** What a benchmark in another process asks: set turns, read the records. */
function control(
  url: string,
  bytes: Buffer,
  response: ServerResponse,
  requests: readonly RecordedRequest[],
  violations: readonly string[],
  reset: (turns: readonly FakeTurn[]) => void,
): void {
  if (url === '/_fake/turns') reset(JSON.parse(bytes.toString('utf8')) as FakeTurn[]);
  const records = requests.map(({ headers, body, ...record }) => ({
    ...record,
    tools: body.tools?.length ?? 0,
    told: JSON.stringify(body.messages.at(-1)?.content ?? '').slice(0, 500),
  }));
  response.end(JSON.stringify({ requests: records, violations }));
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '0' }, turns: { type: 'string' } },
  });
  const turns = values.turns ? (JSON.parse(readFileSync(values.turns, 'utf8')) as FakeTurn[]) : [];
  const fake = await startFakeAnthropic({ port: Number(values.port), turns });
  console.log(JSON.stringify({ url: fake.url }));
}
