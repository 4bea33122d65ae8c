import { type Fields, fieldsOf, isObject, numberOf, textOf } from '../../report/html/fields.ts';

/** What a line of a transcript is to a run that goes on from it. */
export type RecordKind = 'init' | 'user' | 'assistant' | 'compacted' | 'result' | 'other';

/**
 * What kind of message it is.
 * @returns the kind, or what is wrong with a message that a history is made of.
 */
export function kindOf(message: Fields): RecordKind | { readonly problem: string } {
  if (isDeeper(message, MOST_LEVELS)) return { problem: 'it is nested deeper than any message' };
  // What sub-agents said and did is no part of the main conversation.
  const isMain = message['parent_tool_use_id'] == null;
  switch (message['type']) {
    case 'user':
    case 'assistant':
      if (!isMain) return 'other';
      return checked(message, message['type']);
    case 'result':
      return 'result';
    case 'system':
      if (message['subtype'] === 'init') return initKind(message);
      return message['subtype'] === 'compact_boundary' && isMain ? 'compacted' : 'other';
    default:
      return 'other';
  }
}

/** What is nested without end is no message of ours, and would end whoever walks through it. */
const MOST_LEVELS = 200;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

function initKind(message: Fields): RecordKind | { readonly problem: string } {
  const version = message['schema_version'];
  if (version === 1) {
    // It comes into words that people and the agent read.
    if (/^[\w-]{1,100}$/.test(textOf(message['session_id']))) return 'init';
    return { problem: 'the session_id of the init is none that a run has' };
  }
  if (version === undefined) {
    return { problem: 'this transcript is not one of Unattended (its init has no schema_version)' };
  }
  return { problem: `the init has schema_version ${shown(version)}, and 1 is known here` };
}

function checked(
  message: Fields,
  role: 'user' | 'assistant',
): RecordKind | { readonly problem: string } {
  const told = fieldsOf(message['message']);
  if (told['role'] !== role) return { problem: `a message of the type ${role} has another role` };
  const { content } = told as { readonly content?: unknown };
  if (role === 'user' && typeof content === 'string') return role;
  if (!Array.isArray(content)) return { problem: `the content of a message (${role}) is no list` };
  if (role === 'assistant' && !isCounted(told))
    return { problem: 'an answer does not say its model and usage' };
  const wrong = content.find((block) => !isBlock(block));
  if (wrong === undefined) return role;
  return { problem: `a message (${role}) holds a block that is none: ${shown(wrong)}` };
}

function isCounted({ model, usage }: { readonly model?: unknown; readonly usage?: unknown }) {
  const told = fieldsOf(usage);
  // What is negative would lift a limit.
  const isCount = (name: string) => (numberOf(told[name]) ?? -1) >= 0;
  const isCountOrNone = (name: string) => told[name] == null || isCount(name);
  return (
    typeof model === 'string' &&
    ['input_tokens', 'output_tokens'].every(isCount) &&
    ['cache_creation_input_tokens', 'cache_read_input_tokens'].every(isCountOrNone)
  );
}

function isBlock(block: unknown): boolean {
  if (!isObject(block) || typeof block['type'] !== 'string') return false;
  const has = (name: string) => typeof block[name] === 'string' && block[name] !== '';
  if (block['type'] === 'text') return typeof block['text'] === 'string';
  if (block['type'] === 'tool_use') return has('id') && has('name');
  return block['type'] !== 'tool_result' || has('tool_use_id');
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? '').slice(0, 80);
}
