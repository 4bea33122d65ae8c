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
  /** Neither read nor written. */
  readonly fresh: number;
  readonly breakpoints: number;
}

const LOOKBACK = 20;

/**
 * What the API's prompt cache would do: entries are written at breakpoints that reach the minimum
 * size, and read by the longest one that a breakpoint finds within twenty positions before it,
 * itself counted. Tokens are characters / 4.
 */
export class SimulatedCache {
  readonly #entries = new Set<string>();
  readonly #minimum: number;

  constructor(minimumTokens: number) {
    this.#minimum = minimumTokens;
  }

  use(prompt: RequestBody): CacheUse {
    const positions = positionsOf(prompt);
    const marks = positions.flatMap((position, index) => (position.marked ? [index] : []));
    const hit = Math.max(-1, ...marks.map((mark) => this.#find(positions, mark)));
    const read = positions[hit]?.tokens ?? 0;
    let end = read;
    for (const mark of marks) {
      const { tokens, hash } = positions[mark] as Position;
      if (tokens < this.#minimum) continue;
      this.#entries.add(hash);
      end = Math.max(end, tokens);
    }
    const total = positions.at(-1)?.tokens ?? 0;
    return { read, written: end - read, fresh: total - end, breakpoints: marks.length };
  }

  #find(positions: readonly Position[], mark: number): number {
    for (let index = mark; index > mark - LOOKBACK && index >= 0; index -= 1) {
      if (this.#entries.has(positions[index]?.hash ?? '')) return index;
    }
    return -1;
  }
}

/** Tokens of a whole prompt, as this fake counts them. */
export function promptTokens(prompt: RequestBody): number {
  return positionsOf(prompt).at(-1)?.tokens ?? 0;
}

interface Position {
  readonly hash: string;
  /** From the start of the prompt to the end of this block. */
  readonly tokens: number;
  readonly marked: boolean;
}

function positionsOf(prompt: RequestBody): Position[] {
  const positions: Position[] = [];
  let hash = digest('', JSON.stringify(prompt.model));
  let chars = 0;
  const add = (prefix: string, block: Block) => {
    const text = prefix + plainJson(block);
    hash = digest(hash, text);
    chars += text.length;
    positions.push({ hash, tokens: Math.ceil(chars / 4), marked: Boolean(block.cache_control) });
  };
  for (const tool of prompt.tools ?? []) add('tool', tool);
  for (const block of asBlocks(prompt.system ?? [])) add('system', block);
  // A changed tool choice keeps tools and system, and loses the messages.
  hash = digest(hash, JSON.stringify(prompt.tool_choice ?? null));
  for (const { role, content } of prompt.messages) {
    for (const block of asBlocks(content)) add(role, block);
  }
  return positions;
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
