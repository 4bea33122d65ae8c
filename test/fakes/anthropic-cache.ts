import { createHash } from 'node:crypto';

/** A content block, a system block or a tool definition, as it came. */
export interface Block {
  readonly type: string;
  readonly cache_control?: unknown;
  readonly [field: string]: unknown;
}

/** A request's body; the parts that the cache sees are named. */
export interface RequestBody {
  readonly model?: unknown;
  readonly tools?: readonly Block[];
  readonly tool_choice?: unknown;
  readonly system?: string | readonly Block[];
  readonly messages: readonly RequestMessage[];
  readonly [field: string]: unknown;
}

export interface RequestMessage {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** Tokens of one prompt, by how the cache served them. */
export interface CacheUse {
  readonly read: number;
  readonly written: number;
  /** Of those written: kept for an hour. */
  readonly writtenHour: number;
  /** Neither read nor written. */
  readonly fresh: number;
  readonly breakpoints: number;
  /** What could have been read with breakpoints in better places: the longest entry that stands before anything new. */
  readonly readable: number;
}

const LOOKBACK = 20;
const MINUTE_MS = 60_000;

/**
 * The shortest prefix that is cached at all, tokens (prompt caching page of the API documentation, as contracts 1.5
 * has it). Unknown models are taken for the commonest.
 */
export function minimumCacheTokens(model: unknown): number {
  const id = String(model);
  if (/(opus|fable|mythos)-5/u.test(id)) return 512;
  return /(opus-4-[56]|haiku-4-5)/u.test(id) ? 4_096 : 1_024;
}

interface Entry {
  until: number;
  readonly keptMs: number;
}

/**
 * What the API's prompt cache would do: entries are written at breakpoints that reach the minimum
 * size, and read by the longest one that a breakpoint finds within twenty positions before it,
 * itself counted. Each is kept for five minutes or an hour after its last use. Tokens are characters / 4.
 */
export class SimulatedCache {
  readonly #entries = new Map<string, Entry>();
  readonly #minimum: number | undefined;

  /** @param minimumTokens absent: as the model of each prompt has it */
  constructor(minimumTokens?: number) {
    this.#minimum = minimumTokens;
  }

  /** @param at when the prompt came, ms. */
  use(prompt: RequestBody, at = 0): CacheUse {
    const minimum = this.#minimum ?? minimumCacheTokens(prompt.model);
    const positions = positionsOf(prompt);
    const marks = positions.flatMap(({ ttl }, index) => (ttl === undefined ? [] : [index]));
    const holds = (index: number) =>
      (this.#entries.get(positions[index]?.hash ?? '')?.until ?? -1) >= at;
    const hit = Math.max(-1, ...marks.map((mark) => findBefore(mark, holds)));
    const readable = positions[positions.findLastIndex((_, index) => holds(index))]?.tokens ?? 0;
    const read = positions[hit]?.tokens ?? 0;
    let end = read;
    let hourEnd = read;
    for (const { hash } of positions.slice(0, hit + 1)) {
      const entry = this.#entries.get(hash);
      if (entry && entry.until >= at) entry.until = at + entry.keptMs;
    }
    for (const mark of marks) {
      const { tokens, hash, ttl } = positions[mark] as Position;
      if (tokens < minimum) continue;
      const keptMs = (ttl === '1h' ? 60 : 5) * MINUTE_MS;
      this.#entries.set(hash, { until: at + keptMs, keptMs });
      end = Math.max(end, tokens);
      if (ttl === '1h') hourEnd = Math.max(hourEnd, tokens);
    }
    const total = positions.at(-1)?.tokens ?? 0;
    return {
      read,
      written: end - read,
      writtenHour: hourEnd - read,
      fresh: total - end,
      breakpoints: marks.length,
      readable,
    };
  }
}

function findBefore(mark: number, holds: (index: number) => boolean): number {
  for (let index = mark; index > mark - LOOKBACK && index >= 0; index -= 1) {
    if (holds(index)) return index;
  }
  return -1;
}

/** Tokens of a whole prompt, as this fake counts them. */
export function promptTokens(prompt: RequestBody): number {
  return positionsOf(prompt).at(-1)?.tokens ?? 0;
}

interface Position {
  readonly hash: string;
  /** From the start of the prompt to the end of this block. */
  readonly tokens: number;
  /** Of its breakpoint; absent: it has none. */
  readonly ttl: string | undefined;
}

function positionsOf(prompt: RequestBody): Position[] {
  const positions: Position[] = [];
  const definitions = new Map((prompt.tools ?? []).map((tool) => [tool['name'], plainJson(tool)]));
  let hash = digest('', JSON.stringify(prompt.model));
  let chars = 0;
  const add = (prefix: string, block: Block) => {
    const text = prefix + plainJson(block) + expanded(block, definitions);
    hash = digest(hash, text);
    chars += text.length;
    positions.push({ hash, tokens: Math.ceil(chars / 4), ttl: ttlOf(block) });
  };
  // A deferred tool is in the prompt where a result points at it.
  for (const tool of prompt.tools ?? []) if (!tool['defer_loading']) add('tool', tool);
  for (const block of asBlocks(prompt.system ?? [])) add('system', block);
  // A changed tool choice keeps tools and system, and loses the messages.
  hash = digest(hash, JSON.stringify(prompt.tool_choice ?? null));
  for (const { role, content } of prompt.messages) {
    for (const block of asBlocks(content)) add(role, block);
  }
  return positions;
}

function ttlOf({ cache_control: mark }: Block): string | undefined {
  if (!mark) return undefined;
  return String((mark as { ttl?: unknown }).ttl ?? '5m');
}

/** The definitions that a result points at. */
function expanded(block: Block, definitions: ReadonlyMap<unknown, string>): string {
  const parts = block.type === 'tool_result' ? block['content'] : [];
  if (!Array.isArray(parts)) return '';
  return (parts as Block[])
    .map(({ type, tool_name }) => (type === 'tool_reference' ? definitions.get(tool_name) : ''))
    .join('');
}

/** Content as blocks: a string is short for one text block. */
export function asBlocks(content: string | readonly Block[]): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** A value's JSON without any `cache_control`: the bytes that make a prefix. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) =>
    key === 'cache_control' ? undefined : inner,
  );
}

function digest(before: string, text: string): string {
  return createHash('sha1').update(before).update(text).digest('base64');
}
