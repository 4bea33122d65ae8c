import type {
  CacheControlEphemeral,
  ContentBlockParam,
  MessageParam,
  TextBlockParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages';
import type { CacheTtl } from './cache-ttl.ts';

/**
 * How many block positions before a breakpoint the API looks at for an earlier cache write, the
 * breakpoint itself counted. Prompt caching page of the API documentation, 2026-08.
 */
const LOOKBACK = 20;

const MARK: Mark = { cache_control: { type: 'ephemeral' } };

type Mark = { readonly cache_control: CacheControlEphemeral };

/** Blocks that can't carry a breakpoint: the API refuses it on them. */
const UNMARKABLE: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking']);

/**
 * The messages as they go out: content always as blocks (a string and its one block would be
 * different bytes of the same prefix), with a breakpoint on the last block, so that the next request
 * reads all of it. Where this turn added more blocks than the API looks back over, the end of the
 * last request is marked again: that is where the last write stands. The messages given are left as
 * they are.
 */
export function markMessages(messages: readonly MessageParam[]): MessageParam[] {
  const sent = messages.map(withBlocks);
  const last = sent.length - 1;
  const before = endOfLastRequest(sent);
  mark(sent, last);
  if (before >= 0 && positionsAfter(sent, before) >= LOOKBACK) mark(sent, before);
  return sent;
}

/** The system blocks with a breakpoint on the last one: it covers the tools before it as well. */
export function markSystem(
  system: readonly TextBlockParam[],
  ttl: CacheTtl | undefined,
): TextBlockParam[] {
  return system.map((block, index) =>
    index === system.length - 1 ? { ...block, ...markFor(ttl) } : block,
  );
}

/** The tools with a breakpoint on one of them; on none for `undefined`. */
export function markTools(
  tools: readonly Tool[],
  marked: Tool | undefined,
  ttl: CacheTtl | undefined,
): Tool[] {
  return tools.map((tool) => (tool === marked ? { ...tool, ...markFor(ttl) } : tool));
}

function markFor(ttl: CacheTtl | undefined): Mark {
  return ttl === undefined ? MARK : { cache_control: { type: 'ephemeral', ttl } };
}

function withBlocks(message: MessageParam): MessageParam {
  if (typeof message.content !== 'string') return message;
  const content: TextBlockParam[] = [{ type: 'text', text: message.content }];
  return { ...message, content };
}

/** Index of the message that the last request ended with: the one before the last answer; -1: none. */
function endOfLastRequest(messages: readonly MessageParam[]): number {
  let index = messages.length - 1;
  while (index >= 0 && messages[index]?.role !== 'assistant') index -= 1;
  while (index >= 0 && messages[index]?.role === 'assistant') index -= 1;
  return index;
}

function positionsAfter(messages: readonly MessageParam[], index: number): number {
  return messages.slice(index + 1).reduce((sum, message) => sum + message.content.length, 0);
}

function mark(messages: MessageParam[], index: number): void {
  const message = messages[index];
  if (!message || typeof message.content === 'string') return;
  const at = message.content.findLastIndex((block) => !UNMARKABLE.has(block.type));
  if (at < 0) return;
  const content = message.content.map((block, position) =>
    position === at ? { ...block, ...MARK } : block,
  ) as ContentBlockParam[];
  messages[index] = { ...message, content } as MessageParam;
}
