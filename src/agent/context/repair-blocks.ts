import type {
  ContentBlockParam,
  MessageParam,
  ToolResultBlockParam,
  ToolUseBlockParam,
} from '@anthropic-ai/sdk/resources/messages';

/** Takes down what was wrong. */
export type Fault = (what: string) => void;

const OF_ANSWERS: ReadonlySet<string> = new Set([
  'tool_use',
  'server_tool_use',
  'thinking',
  'redacted_thinking',
]);

export function blocksOf({ content }: Pick<MessageParam, 'content'>): readonly ContentBlockParam[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** The message with other content; itself where nothing differs, so that its bytes stay. */
export function withContent(
  message: MessageParam,
  content: readonly ContentBlockParam[],
): MessageParam {
  const before = message.content;
  if (typeof before === 'string') {
    const [only, ...more] = content;
    const same = more.length === 0 && only?.type === 'text' && only.text === before;
    return same ? message : ({ ...message, content: [...content] } as MessageParam);
  }
  const same =
    before.length === content.length && content.every((block, index) => block === before[index]);
  return same ? message : ({ ...message, content: [...content] } as MessageParam);
}

/**
 * What of an answer may be sent back: no blank text, no thinking or call that broke off. A call whose input is
 * no object, and that was answered so, stays without it: the model has to learn what was wrong.
 * @param next the message behind it; absent: there is none.
 */
export function cleanAnswer(
  message: MessageParam,
  next: MessageParam | undefined,
  fault: Fault,
): ContentBlockParam[] {
  const results = new Set(next && blocksOf(next).flatMap(idOfResult));
  const kept = blocksOf(message).flatMap((block) => {
    const wrong = faultOfAnswer(block);
    if (wrong === undefined) return [block];
    const isAnswered = isCall(block) && results.has(block.id);
    fault(isAnswered ? 'a call with an input that is no object' : wrong);
    return isAnswered ? [{ ...block, input: {} }] : [];
  });
  // The API takes no answer that ends in thinking.
  while (/^(?:redacted_)?thinking$/u.test(kept.at(-1)?.type ?? '')) {
    fault('thinking that led to nothing');
    kept.pop();
  }
  return kept;
}

/** What of a message of ours may be sent, results cleaned. */
export function cleanTold(message: MessageParam, fault: Fault): ContentBlockParam[] {
  return blocksOf(message).flatMap((block) => {
    if (isBlank(block)) {
      fault('blank text');
      return [];
    }
    if (OF_ANSWERS.has(block.type)) {
      fault(`${block.type} in a message of ours`);
      return [];
    }
    return [block.type === 'tool_result' ? cleanResult(block, fault) : block];
  });
}

export function isCall(block: ContentBlockParam): block is ToolUseBlockParam {
  return block.type === 'tool_use';
}

export function isResult(block: ContentBlockParam): block is ToolResultBlockParam {
  return block.type === 'tool_result';
}

/** Calls of the API's own tools that it never answered: with nothing but them it refuses to go on. */
export function withoutUnanswered(
  blocks: readonly ContentBlockParam[],
  fault: Fault,
): ContentBlockParam[] {
  const answered = new Set(
    blocks.map((block) => ('tool_use_id' in block ? block.tool_use_id : '')),
  );
  return blocks.filter((block) => {
    const open = block.type === 'server_tool_use' && !answered.has(block.id);
    if (open) fault('a call of a server tool without a result');
    return !open;
  });
}

function idOfResult(block: ContentBlockParam): string[] {
  return isResult(block) ? [block.tool_use_id] : [];
}

function faultOfAnswer(block: ContentBlockParam): string | undefined {
  if (isBlank(block)) return 'blank text';
  if (block.type === 'tool_result') return 'a result in an answer';
  if (block.type === 'thinking') return block.signature ? undefined : 'unfinished thinking';
  if (block.type === 'redacted_thinking') return block.data ? undefined : 'unfinished thinking';
  if (block.type !== 'tool_use') return undefined;
  const { input } = block;
  const whole = typeof input === 'object' && input !== null && !Array.isArray(input);
  return whole ? undefined : 'a call that broke off';
}

function cleanResult(result: ToolResultBlockParam, fault: Fault): ToolResultBlockParam {
  const { content } = result;
  if (!Array.isArray(content)) return result;
  const kept = content.filter((part) => !isBlank(part));
  if (kept.length === content.length && kept.length > 0) return result;
  fault('blank text');
  return { ...result, content: kept.length > 0 ? kept : '(no output)' };
}

function isBlank(block: { readonly type: string }): boolean {
  return block.type === 'text' && 'text' in block && !/\S/u.test(String(block.text ?? ''));
}
