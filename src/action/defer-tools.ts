import type { Model } from '../model/model.ts';
import type { Limits } from '../policy/policy.ts';
import { deferredTools, type ToolSearchMode } from '../tool/deferral.ts';
import { type ToolPool, withoutToolSearch } from '../tools/pool.ts';
import { toolDefinitions } from '../tools/schema-cache.ts';

export interface DeferOptions {
  readonly policy: {
    readonly toolSearch: ToolSearchMode;
    readonly limits: Pick<Limits, 'tool_timeout_seconds'>;
  };
  readonly model: Model;
  readonly signal: AbortSignal;
}

/** With `tst-auto`, definitions that take no more of the context window than this share are sent at once. */
const FEW = 0.1;
/** Bytes of UTF-8 that make a token, on the careful side, where nobody counts. */
const BYTES_PER_TOKEN = 3;

/**
 * The pool as the policy's `tool_search` wants it. With `tst-auto` it is decided here, once and before the
 * first request, by what the API counts; a token has at least a byte, so that few bytes need no count.
 * @throws the abort reason when aborted while it is counted.
 */
export async function deferTools(pool: ToolPool, options: DeferOptions): Promise<ToolPool> {
  const { policy, model } = options;
  const deferred = deferredTools(pool.pool);
  if (policy.toolSearch !== 'tst-auto' || deferred.length === 0) return pool;
  const tools = await toolDefinitions(deferred, {
    toolNames: new Set(pool.pool.map(({ name }) => name)),
    timeoutMs: policy.limits.tool_timeout_seconds * 1000,
  });
  const most = model.capabilities().maxInputTokens * FEW;
  const bytes = Buffer.byteLength(JSON.stringify(tools), 'utf8');
  if (bytes > most && (await countOf(tools, bytes, options)) > most) return pool;
  return withoutToolSearch(
    pool,
    'All definitions together are short, so that they are sent at once (tool_search: tst-auto).',
  );
}

async function countOf(
  tools: Awaited<ReturnType<typeof toolDefinitions>>,
  bytes: number,
  { model, signal }: DeferOptions,
): Promise<number> {
  const request = {
    system: [],
    tools,
    messages: [{ role: 'user' as const, content: 'Hello.' }],
    maxTokens: 1,
  };
  const counted = await model.countTokens?.(request, signal);
  return counted ?? Math.ceil(bytes / BYTES_PER_TOKEN);
}
