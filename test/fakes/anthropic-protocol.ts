import { createHash } from 'node:crypto';
import {
  asBlocks,
  type Block,
  plainJson,
  type RequestBody,
  type RequestMessage,
} from './anthropic-cache.ts';

import { checkReferences } from './anthropic-references.ts';

const KNOWN_FIELDS = new Set(
  'model max_tokens messages system tools tool_choice thinking output_config stop_sequences stream metadata service_tier speed cache_control container context_management inference_geo'.split(
    ' ',
  ),
);
const RESULT_KINDS = new Set(['tool_result']);

/** What is wrong with the headers, in the API's manner. */
export function checkHeaders(headers: Readonly<Record<string, unknown>>): string[] {
  const wrong: string[] = [];
  if (headers['anthropic-version'] !== '2026-10-21') {
    wrong.push(`anthropic-version: ${headers['anthropic-version']} is not 2026-10-21`);
  }
  if (!String(headers['content-type']).startsWith('application/json')) {
    wrong.push('content-type: must be application/json');
  }
  return wrong;
}

/** What is wrong with a request by itself, history aside. */
export function checkBody(body: RequestBody): string[] {
  const unknown = Object.keys(body).filter((key) => !KNOWN_FIELDS.has(key));
  return [
    ...unknown.map((key) => `${key}: Extra inputs are not permitted`),
    ...(typeof body.model === 'string' && body.model ? [] : ['model: Field required']),
    ...(Number.isInteger(body['max_tokens']) && Number(body['max_tokens']) > 0
      ? []
      : ['max_tokens: Field required']),
    ...checkTools(body),
    ...checkMarks(body),
    ...checkReferences(body),
    ...(Array.isArray(body.messages) && body.messages.length > 0
      ? checkMessages(body.messages)
      : ['messages: at least one message is required']),
  ];
}

function checkTools(body: RequestBody): string[] {
  const tools = body.tools ?? [];
  const names = tools.map((tool) => String(tool['name']));
  return tools.flatMap((tool, index) => {
    const name = names[index] ?? '';
    const schema = tool['input_schema'] as { type?: unknown } | undefined;
    return [
      ...(/^[a-zA-Z0-9_-]{1,128}$/u.test(name) ? [] : [`tools.${index}.name: invalid`]),
      ...(names.indexOf(name) === index ? [] : ['tools: Tool names must be unique.']),
      ...(schema?.type === 'object' ? [] : [`tools.${index}.input_schema.type: must be object`]),
    ];
  });
}

function checkMarks(body: RequestBody): string[] {
  const system = typeof body.system === 'string' ? [] : (body.system ?? []);
  const inMessages = (body.messages ?? []).flatMap(
    (message) => asBlocks(message.content) as Block[],
  );
  const marked = [...(body.tools ?? []), ...system, ...inMessages].filter(
    (block) => block.cache_control,
  ) as Block[];
  const misplaced = marked.filter(
    (block) => /thinking/u.test(String(block.type)) || block['text'] === '',
  );
  return [
    ...(marked.length > 4
      ? [`A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`]
      : []),
    ...wrongTtls(marked),
    ...misplaced.map((block) => `cache_control: not allowed on ${block.type}`),
  ];
}

/** In the order of the prefix, an hour stands before five minutes. */
function wrongTtls(marked: readonly Block[]): string[] {
  const hours = marked.map(({ cache_control: mark }) => (mark as { ttl?: unknown }).ttl === '1h');
  return hours.lastIndexOf(true) > hours.indexOf(false) && hours.includes(false)
    ? ['cache_control: a ttl=1h block must not come after a ttl=5m block']
    : [];
}

function checkMessages(messages: readonly RequestMessage[]): string[] {
  const ids = new Set<string>();
  return messages.flatMap((message, index) => {
    const at = `messages.${index}`;
    if (!['user', 'assistant', 'system'].includes(message.role)) return [`${at}.role: invalid`];
    if (index === 0 && message.role !== 'user') return [`${at}.role: must be user`];
    const blocks = asBlocks(message.content) as Block[];
    const before = index > 0 ? asBlocks(messages[index - 1]?.content ?? []) : [];
    const repeated = callsOf(blocks).filter((id) => ids.has(id) || !ids.add(id));
    return [
      ...(blocks.length > 0 ? [] : [`${at}.content: must not be empty`]),
      ...blocks.flatMap((block) => checkBlock(block, message.role, at)),
      ...repeated.map((id) => `${at}: tool_use ids must be unique: ${id}`),
      ...checkResults(blocks, messages[index - 1]?.role === 'assistant' ? callsOf(before) : [], at),
      ...(index === messages.length - 1 && callsOf(blocks).length > 0
        ? [`${at}: tool_use without tool_result`]
        : []),
    ];
  });
}

function checkBlock(block: Block, role: string, at: string): string[] {
  const wrong: string[] = [];
  if (block.type === 'text' && !/\S/u.test(String(block['text'] ?? ''))) {
    wrong.push(`${at}: text content blocks must contain non-whitespace text`);
  }
  const belongs = RESULT_KINDS.has(block.type) ? 'user' : 'assistant';
  if (/^(tool_use|tool_result|thinking|redacted_thinking)$/u.test(block.type) && role !== belongs) {
    wrong.push(`${at}: ${block.type} blocks can't be in ${role} messages`);
  }
  if (block.type === 'tool_use' && !isObject(block['input'])) {
    wrong.push(`${at}: tool_use.input: Input should be an object`);
  }
  if (block.type === 'tool_result') {
    const content = block['content'] ?? '';
    const parts = Array.isArray(content) ? content : [];
    wrong.push(...parts.flatMap((part) => checkBlock(part, role, `${at}.tool_result`)));
  }
  return wrong;
}

/** Every call answered exactly once, in the next message, in order, before anything else. */
function checkResults(blocks: readonly Block[], calls: readonly string[], at: string): string[] {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const ids = results.map((block) => String(block['tool_use_id']));
  const first = blocks.findIndex((block) => block.type !== 'tool_result');
  const late = first >= 0 && blocks.slice(first).some((block) => block.type === 'tool_result');
  return [
    ...(ids.join() === calls.join()
      ? []
      : [`${at}: tool_result ids [${ids.join()}] do not answer tool_use ids [${calls.join()}]`]),
    ...(late ? [`${at}: tool_result blocks must come before other content`] : []),
  ];
}

function callsOf(blocks: readonly Block[]): string[] {
  return blocks.filter((block) => block.type === 'tool_use').map((block) => String(block['id']));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What the fake remembers of a conversation, so that it can tell when history was changed: blocks
 * must come back as they were sent, and each request must go on from the last one byte by byte.
 */
export class History {
  /** The model that made each signed block. */
  readonly #models = new Map<string, unknown>();
  /** Complete blocks sent, by id or signature: a call's id may have been given twice. */
  readonly #sent = new Map<string, string[]>();
  /** For each call sent: the thinking of its message, which must come back with it … */
  readonly #thinking = new Map<string, string>();
  /** … and, for each call and thinking block, what it was an answer to: thinking is bound to that. */
  readonly #bound = new Map<string, string>();
  readonly #conversations = new Map<string, string[]>();

  /** Remembers the complete blocks of an answer, and the messages that it answers. */
  sent(blocks: readonly Block[], asked: RequestBody): void {
    const thinking = thinkingOf(blocks);
    const conversation = digestOf(asked.messages);
    for (const block of blocks) {
      this.#models.set(keyOf(block), asked.model);
      const before = this.#sent.get(keyOf(block)) ?? [];
      this.#sent.set(keyOf(block), [...before, plainJson(comparable(block))]);
      this.#bound.set(keyOf(block), conversation);
      if (block.type === 'tool_use') this.#thinking.set(keyOf(block), thinking);
    }
  }

  check(body: RequestBody): string[] {
    const wrong: string[] = [];
    const hash = createHash('sha1');
    for (const message of body.messages) {
      if (message.role === 'assistant') {
        const before = hash.copy().digest('hex');
        wrong.push(...this.#checkAnswer(asBlocks(message.content) as Block[], before, body.model));
      }
      hash.update(messageJson(message));
    }
    return wrong;
  }

  /** Compares with the last request of the same conversation; the conversation is named by its start. */
  checkPrefix(body: RequestBody): string[] {
    const stable = [
      plainJson(body.model),
      plainJson(body.tools ?? []),
      plainJson(body.system ?? []),
    ];
    const now = body.messages.map((message) =>
      plainJson({ role: message.role, content: asBlocks(message.content) }),
    );
    const start = `${body.model} ${now[0] ?? ''}`;
    const before = this.#conversations.get(start);
    this.#conversations.set(start, [...stable, ...now]);
    if (!before) {
      const known = [...this.#conversations.values()].slice(0, -1);
      // Another model may take a conversation over.
      const isKnown = known.some((other) => other[0] !== stable[0] && other[3] === now[0]);
      return now.length === 1 || known.length === 0 || isKnown
        ? []
        : ['prefix: the first message changed'];
    }
    const names = ['model', 'tools', 'system'];
    const all = [...stable, ...now];
    const wrong = before.findIndex(
      (part, index) => part !== all[index] && !(index === 1 && joined(part, all[index] ?? '')),
    );
    return wrong < 0 ? [] : [`prefix: ${names[wrong] ?? `messages.${wrong - 3}`} changed`];
  }

  #checkAnswer(blocks: readonly Block[], before: string, model: unknown): string[] {
    const wrong = blocks.flatMap((block) => {
      if (!/^(thinking|redacted_thinking|tool_use)$/u.test(block.type)) return [];
      const sent = this.#sent.get(keyOf(block));
      const thinks = block.type !== 'tool_use';
      if (thinks && sent !== undefined && this.#models.get(keyOf(block)) !== model) {
        return [`${block.type}: The block is bound to another model`];
      }
      if (sent === undefined)
        return block.type === 'tool_use' ? [] : [`${block.type}: Invalid signature`];
      if (block.type !== 'tool_use' && this.#bound.get(keyOf(block)) !== before)
        return [`${block.type}: bound to another conversation than the one before it`];
      return sent.includes(plainJson(comparable(block)))
        ? []
        : [`${block.type} ${keyOf(block)} was changed`];
    });
    const calls = blocks.filter((block) => block.type === 'tool_use');
    const lost = calls.some((call) => {
      const thinking = this.#thinking.get(keyOf(call));
      if (this.#models.get(keyOf(call)) !== model) return false;
      // Where what stands before was changed, its thinking can only be left out.
      const stands = this.#bound.get(keyOf(call)) === before;
      return stands && thinking !== undefined && thinking !== thinkingOf(blocks);
    });
    return lost
      ? [...wrong, 'thinking blocks of a message with calls must come back whole']
      : wrong;
  }
}

/** Tools came to the end of the list: what ToolSearch found, where an API knows no references. */
function joined(before: string, now: string): boolean {
  return before !== '[]' && now.startsWith(`${before.slice(0, -1)},`);
}

function digestOf(messages: readonly RequestMessage[]): string {
  const hash = createHash('sha1');
  for (const message of messages) hash.update(messageJson(message));
  return hash.digest('hex');
}

function messageJson({ role, content }: RequestMessage): string {
  return plainJson({ role, content: asBlocks(content) });
}

function keyOf(block: Block): string {
  return String(block['id'] ?? block['signature'] ?? block['data'] ?? '');
}

function comparable(block: Block): unknown {
  return block.type === 'tool_use'
    ? [block['id'], block['name'], block['input']]
    : [block.type, block['thinking'], block['signature'], block['data']];
}

function thinkingOf(blocks: readonly Block[]): string {
  return plainJson(blocks.filter((block) => block.type.endsWith('thinking')).map(comparable));
}
