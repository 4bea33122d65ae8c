import type {
  ContentBlockParam,
  MessageParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { Expectation } from './script-schema.ts';

/** One thing that the model was told: a tool result, or words beside it. */
interface Told {
  readonly tool: string | undefined;
  readonly text: string;
  readonly isError: boolean;
}

/**
 * Checks an expectation against the messages after the last answer. A sentence says what is wrong;
 * `undefined`: it holds.
 */
export function unmetExpectation(
  expected: Expectation,
  messages: readonly MessageParam[],
): string | undefined {
  const told = lastTold(messages);
  const chosen = choose(expected, told);
  const start = `expected ${subjectOf(expected)}`;
  if (chosen.length === 0) return `${start}, but ${shownTold(told)}`;
  const text = chosen.map((part) => part.text).join('\n');
  const wrong =
    wrongText(expected, text) ??
    wrongKind(
      expected.is_error,
      chosen.some((part) => part.isError),
    );
  return wrong && `${start} ${wrong}, but it was: ${shown(text)}`;
}

/** The parts that an expectation is about. */
function choose({ tool, result }: Expectation, told: readonly Told[]): readonly Told[] {
  if (tool === undefined && result === undefined) return told;
  const results = told.filter((one) => one.tool !== undefined);
  const named = tool === undefined ? results : results.filter((one) => one.tool === tool);
  return result === undefined ? named : named.slice(result - 1, result);
}

function wrongText(expected: Expectation, text: string): string | undefined {
  const missing = listed(expected.contains).find((part) => !text.includes(part));
  if (missing !== undefined) return `to contain “${missing}”`;
  const extra = listed(expected.not_contains).find((part) => text.includes(part));
  return extra === undefined ? undefined : `not to contain “${extra}”`;
}

function wrongKind(expected: boolean | undefined, isError: boolean): string | undefined {
  if (expected === undefined || expected === isError) return undefined;
  return expected ? 'to be an error' : 'to be no error';
}

function subjectOf({ tool, result }: Expectation): string {
  const of = tool ? ` of ${tool}` : '';
  if (result !== undefined) return `result ${result}${of}`;
  return tool ? `a result${of}` : 'what the model was told';
}

function listed(texts: string | readonly string[] | undefined): readonly string[] {
  return typeof texts === 'string' ? [texts] : (texts ?? []);
}

function lastTold(messages: readonly MessageParam[]): Told[] {
  const answer = messages.findLastIndex((message) => message.role === 'assistant');
  const names = new Map<string, string>();
  for (const block of blocksOf(messages[answer])) {
    if (block.type === 'tool_use') names.set(block.id, block.name);
  }
  return messages.slice(answer + 1).flatMap((message) =>
    blocksOf(message).map((block) => ({
      tool: block.type === 'tool_result' ? (names.get(block.tool_use_id) ?? '') : undefined,
      text: textOf(block),
      isError: block.type === 'tool_result' && block.is_error === true,
    })),
  );
}

function blocksOf(message: MessageParam | undefined): readonly ContentBlockParam[] {
  if (!message) return [];
  return typeof message.content === 'string'
    ? [{ type: 'text', text: message.content }]
    : message.content;
}

function textOf(block: ContentBlockParam): string {
  if (block.type === 'text') return block.text;
  if (block.type !== 'tool_result') return '';
  const { content = '' } = block;
  if (typeof content === 'string') return content;
  return content.map(partText).join('\n');
}

function partText(part: Exclude<ToolResultBlockParam['content'], string | undefined>[number]) {
  if (part.type === 'text') return part.text;
  return part.type === 'tool_reference' ? `[tool_reference ${part.tool_name}]` : `[${part.type}]`;
}

function shownTold(told: readonly Told[]): string {
  const tools = told.flatMap((one) => (one.tool === undefined ? [] : [one.tool]));
  return tools.length > 0 ? `the results were of ${tools.join(', ')}` : 'there was no result';
}

/** The start of a text, on one line, long enough to see what went wrong. */
function shown(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > 600 ? `“${line.slice(0, 600)}…”` : `“${line}”`;
}
