import type { ContentBlock } from '@anthropic-ai/sdk/resources/messages';
import { type Attempt, streamAnswer } from './answer-stream.ts';
import { cacheTtl } from './cache-ttl.ts';
import { knownCapabilities, type ModelCapabilities } from './capabilities.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { countTokens } from './count-tokens.ts';
import { isFirstHand, passesReferences } from './first-hand.ts';
import { connectFirstParty, type FirstPartyOptions } from './first-party.ts';
import type { Model, ModelAnswer, ModelRequest, StreamHandlers } from './model.ts';
import { type Effort, modelId } from './model-id.ts';
import { ModelList } from './model-list.ts';
import { ReferenceSupport } from './reference-support.ts';
import { wireRequest } from './request.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy, withRetries } from './retry.ts';
import { FailedTry } from './trouble.ts';

export interface ApiModelOptions
  extends Omit<FirstPartyOptions, 'environment' | 'stallMs' | 'timeoutMs'> {
  /** A model id or an alias (`sonnet`). */
  readonly model: string;
  readonly effort?: Effort | undefined;
  /** Where the proxy variables are read from. Absent: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * A stream that sends no byte for so long is cut, ms. Default 120,000. One that sends signs of life, and
   * nothing of its answer, is cut after `SILENT_STALLS` times as long.
   */
  readonly stallMs?: number | undefined;
  /** The longest wait for the head of an answer, ms. Default 600,000. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Answers short questions beside a run: thinking isn't switched on for it, nor the model list asked. */
  readonly isAside?: boolean | undefined;
  /** How long one call of a tool may take, ms: what may lie between two requests. Absent: little. */
  readonly longestCallMs?: number | undefined;
  /** Told what whoever reads the log should know. Must not throw. */
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** What a stream that sends no byte at all is given, in ms. */
const STALL_MS = 120_000;

/**
 * Models that think long show nothing of it but pings, and for so many times `stallMs` they may: with the
 * default that is ten minutes, in which even a slow one writes more tokens than an answer may have here.
 */
const SILENT_STALLS = 5;

/** How to get a way to the API: first-party, or a cloud's. */
export type Connect = (options: ConnectionOptions) => Connection;

/**
 * A model behind the Messages API, through the official SDK.
 * @throws ConfigError for credentials and addresses that can't work.
 */
export function createApiModel(options: ApiModelOptions, connect?: Connect): Model {
  const id = modelId(options.model);
  const { effort, isAside = false } = options;
  const { baseUrl, environment = process.env, onNotice, longestCallMs = 0 } = options;
  const silentMs = (options.stallMs ?? STALL_MS) * SILENT_STALLS;
  const isCloud = connect !== undefined;
  const ttl = !isCloud && isFirstHand(baseUrl) ? cacheTtl(longestCallMs) : undefined;
  const references = new ReferenceSupport(
    isCloud || passesReferences(baseUrl, environment),
    onNotice ?? (() => {}),
  );
  const { provider, messages, modelInfo } = connection(options, connect, () => {
    if (!isAside && modelInfo) void list.begin();
  });
  const list = new ModelList(
    servedBy(provider, knownCapabilities(id)),
    () => modelInfo?.(id) ?? Promise.reject(new TypeError('There is no list.')),
    (learnt) => tellOfEffort(options, id, learnt),
  );
  const spendCaps = provider === 'firstParty';
  const policy: RetryPolicy = { ...DEFAULT_RETRY_POLICY, spendCaps, ...options.retry };
  const capabilities = (): ModelCapabilities => {
    const known = list.capabilities;
    return { ...known, toolReferences: known.toolReferences && references.supported };
  };
  const wire = (request: ModelRequest) =>
    wireRequest(request, { model: id, effort, capabilities: capabilities(), isAside, ttl });
  return {
    id,
    provider,
    prefixTtl: ttl,
    capabilities,
    async answer(request, handlers, signal) {
      const start = performance.now();
      const attempt = () => streamAnswer(messages, wire(request), handlers, { silentMs, signal });
      const supported = async () => {
        const tried = await attempt();
        return hasDeferred(request) && references.wasRefused(tried) ? await attempt() : tried;
      };
      return await withRetries(
        async () => answerOf(await supported(), start, handlers, signal),
        { ...policy, hasMoney: () => handlers.mayRetry?.() ?? true },
        handlers.onRetry,
        signal,
      );
    },
    countTokens: (request, signal) => countTokens(messages, wire(request), signal),
  };
}

/** Clouds follow later, and some of their deployments refuse what is not plain messages (contracts: cloud providers). */
function servedBy(provider: string, known: ModelCapabilities): ModelCapabilities {
  return provider === 'firstParty'
    ? known
    : { ...known, contextEditing: false, toolReferences: false };
}

function hasDeferred({ tools }: ModelRequest): boolean {
  return tools.some((tool) => tool.defer_loading);
}

function connection(
  options: ApiModelOptions,
  connect: Connect | undefined,
  onSent: () => void,
): Connection {
  const settings: ConnectionOptions = {
    environment: options.environment ?? process.env,
    stallMs: options.stallMs ?? STALL_MS,
    timeoutMs: options.timeoutMs ?? 600_000,
    onSent: () => {
      options.onSent?.();
      onSent();
    },
  };
  return connect ? connect(settings) : connectFirstParty({ ...options, ...settings });
}

/** The table doesn't know every model: the list may tell that this one has no such effort. */
function tellOfEffort(options: ApiModelOptions, id: string, { efforts }: ModelCapabilities): void {
  const { effort, onNotice } = options;
  if (effort === undefined || efforts.includes(effort)) return;
  const has = efforts.length > 0 ? `it has ${efforts.join(', ')}` : 'it has none';
  onNotice?.(`${id} has no effort “${effort}” (${has}): the run goes on without it.`);
}

/**
 * What an attempt is worth. Once a call was handed out it may have run, so the answer is never asked
 * for again: what came until then is the answer.
 */
function answerOf(
  attempt: Attempt,
  start: number,
  { onLost }: StreamHandlers,
  signal: AbortSignal,
): ModelAnswer {
  const { message, requestId, error } = attempt;
  const cut = error !== undefined;
  const isLost = cut && (signal.aborted || !message?.content.some(isCall));
  if (isLost && message) onLost?.(message);
  if (cut) signal.throwIfAborted();
  if (!message || isLost) throw new FailedTry(error, requestId);
  return { message, cut, requestId, durationMs: Math.round(performance.now() - start) };
}

function isCall({ type }: ContentBlock): boolean {
  return type === 'tool_use';
}
