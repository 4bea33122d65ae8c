import type { ContentBlock, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';

/** Ids and names of models, messages, calls and tools, characters: the API's own have 128 at most. */
const MOST_NAME = 256;
/** What says how an answer begins or ends, characters; explanations included. */
const MOST_AROUND = 100_000;

/** The field in which the deltas of a kind write; those of unknown kinds are let be. */
const DELTA_FIELDS: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  input_json_delta: 'partial_json',
};

/** The fields that a block of a kind has when it is whole, all of them text. */
const BLOCK_FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
};

/**
 * Why an event is none that could be worked with; `undefined`: it has the fields that are relied on
 * (contracts 1.6, 1.7), of the right kind. Whoever serves the API may send anything.
 */
export function shapeProblem(event: RawMessageStreamEvent): string | undefined {
  switch (event.type) {
    case 'message_start':
      return startProblem(event.message, JSON.stringify(event).length);
    case 'message_delta':
      return JSON.stringify(event).length > MOST_AROUND
        ? 'The end of the answer is too long.'
        : undefined;
    case 'content_block_start':
      return blockStartProblem(event.content_block);
    case 'content_block_delta':
      return deltaProblem(event.delta);
    default:
      return undefined;
  }
}

/** Why a block can't be kept, when all of it came. */
export function blockProblem(block: ContentBlock): string | undefined {
  const fields = Object.hasOwn(BLOCK_FIELDS, block.type) ? BLOCK_FIELDS[block.type] : [];
  const wrong = fields?.find((field) => typeof at(block, field) !== 'string');
  return wrong && `A block of the answer has no ${wrong}.`;
}

function startProblem(message: unknown, length: number): string | undefined {
  const content = at(message, 'content');
  const isFine =
    isName(at(message, 'id')) &&
    isName(at(message, 'model')) &&
    Array.isArray(content) &&
    content.length === 0 &&
    isObject(at(message, 'usage')) &&
    length <= MOST_AROUND;
  return isFine ? undefined : 'The start of the answer makes no sense.';
}

function blockStartProblem(block: unknown): string | undefined {
  if (!isName(at(block, 'type'))) return 'A block of the answer is of no kind.';
  if (at(block, 'type') !== 'tool_use') return undefined;
  return isName(at(block, 'id')) && isName(at(block, 'name'))
    ? undefined
    : 'A call of the answer has no proper id and name.';
}

function deltaProblem(delta: unknown): string | undefined {
  const type = at(delta, 'type');
  if (typeof type !== 'string') return 'A part of the answer is of no kind.';
  const field = Object.hasOwn(DELTA_FIELDS, type) ? DELTA_FIELDS[type] : undefined;
  return field === undefined || typeof at(delta, field) === 'string'
    ? undefined
    : `A part of the answer has no ${field}.`;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MOST_NAME;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
