import { Console } from 'node:console';
import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { Messages } from '@anthropic-ai/sdk/resources/messages';
import { ConfigError } from '../base/errors.ts';
import { type Attempt, streamAnswer } from './answer-stream.ts';
import { knownCapabilities } from './capabilities.ts';
import { createHttpFetch } from './http-fetch.ts';
import type { Model, ModelAnswer } from './model.ts';
import { type Effort, modelId } from './model-id.ts';
import { wireRequest } from './request.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy, withRetries } from './retry.ts';
import { FailedTry } from './trouble.ts';

export interface ApiModelOptions {
  /** A model id or an alias (`sonnet`). */
  readonly model: string;
  /** Exactly one of `apiKey` and `authToken`. */
  readonly apiKey?: string | undefined;
  readonly authToken?: string | undefined;
  /** May have a path. Absent: `ANTHROPIC_BASE_URL`, else the first-party API. */
  readonly baseUrl?: string | undefined;
  readonly effort?: Effort | undefined;
  /** Where the proxy variables are read from. Absent: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** A stream that sends no byte for so long is cut, ms. Default 120,000. */
  readonly stallMs?: number | undefined;
  /** The longest wait for the head of an answer, ms. Default 600,000. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Told when a request is on its way. Must not throw. */
  readonly onSent?: (() => void) | undefined;
}

/**
 * A model behind the Messages API, through the official SDK.
 * @throws ConfigError for no credential, two of them, one that can be no header, or a
 * base URL that is none.
 */
export function createApiModel(options: ApiModelOptions): Model {
  const id = modelId(options.model);
  const messages = connect(options);
  const policy: RetryPolicy = { ...DEFAULT_RETRY_POLICY, ...options.retry };
  return {
    id,
    provider: 'firstParty',
    capabilities: () => knownCapabilities(id),
    async answer(request, handlers, signal) {
      const start = performance.now();
      const params = wireRequest(request, { model: id, effort: options.effort });
      const attempt = () => streamAnswer(messages, params, handlers, signal);
      return await withRetries(
        async () => answerOf(await attempt(), start, signal),
        policy,
        handlers.onRetry,
        signal,
      );
    },
  };
}

/**
 * What an attempt is worth. Once a call was handed out it may have run, so the answer is never asked
 * for again: what came until then is the answer.
 */
function answerOf(attempt: Attempt, start: number, signal: AbortSignal): ModelAnswer {
  const { message, requestId, error } = attempt;
  const cut = error !== undefined;
  if (cut) signal.throwIfAborted();
  if (!message || (cut && !message.content.some((block) => block.type === 'tool_use'))) {
    throw new FailedTry(error, requestId);
  }
  return { message, cut, requestId, durationMs: Math.round(performance.now() - start) };
}

function connect(options: ApiModelOptions): Messages {
  const { baseUrl } = options;
  if (baseUrl !== undefined && !isHttpUrl(baseUrl)) {
    throw new ConfigError(`The base URL “${baseUrl}” is no http or https URL.`);
  }
  return new Messages(
    new BaseAnthropic({
      ...credentialOf(options),
      ...(baseUrl !== undefined && { baseURL: baseUrl }),
      fetch: createHttpFetch({
        environment: options.environment ?? process.env,
        stallMs: options.stallMs ?? 120_000,
        onSent: options.onSent,
      }),
      maxRetries: 0,
      timeout: options.timeoutMs ?? 600_000,
      openTelemetry: false,
      // stdout is the runner's command channel: a line that the API chose must never get there.
      logger: new Console(process.stderr),
      // What goes wrong is told by retries and failures; the SDK would print parts of answers, unredacted.
      ...(!process.env['ANTHROPIC_LOG'] && { logLevel: 'off' }),
    }) as ConstructorParameters<typeof Messages>[0],
  );
}

function credentialOf({ apiKey, authToken }: ApiModelOptions) {
  if (apiKey && authToken) {
    throw new ConfigError('Both an API key and an auth token are given: give one of them.');
  }
  const secret = apiKey || authToken;
  if (!secret) {
    throw new ConfigError('No credential for the API: give an API key or an auth token.');
  }
  // Node's own message about such a header would hold the secret itself.
  const odd = /[^\u0021-\u007e]/u.exec(secret);
  if (odd) {
    const what = apiKey ? 'API key' : 'auth token';
    throw new ConfigError(
      `The ${what} has a blank, a line break or another character that can't be in one, at position ${odd.index + 1}: store the secret anew.`,
    );
  }
  return apiKey ? { apiKey: secret } : { authToken: secret };
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol);
}
