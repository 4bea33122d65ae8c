import type {
  ContentBlockParam,
  MessageParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import { tokensOf } from '../../pipeline/token-count.ts';
import { blocksOf, isCall, isResult, withContent } from './repair-blocks.ts';

/** A result that may leave the conversation. */
export interface OldResult {
  readonly toolUseId: string;
  readonly toolName: string;
  readonly block: ToolResultBlockParam;
  readonly tokens: number;
}

export interface ClearRule {
  /** The latest results stay: at least so many … */
  readonly keepLast: number;
  /** … and further ones as long as they are together no more than so many tokens. */
  readonly keepTokens: number;
  /** Only results of these tools; absent: of all. */
  readonly tools?: readonly string[] | undefined;
  /** Those too that the model has not answered yet; absent: they stay. */
  readonly unanswered?: true;
}

/** A note takes about as much: clearing less gains nothing. */
const LEAST_TOKENS = 150;

/** How a note begins that stands where a result was. */
const MARK = '[Cleared to make room: ';

/** The results that may be cleared by a rule, oldest first. Never what is a note already. */
export function oldResults(history: readonly MessageParam[], rule: ClearRule): OldResult[] {
  const names = namesOfCalls(history);
  const answered = history.findLastIndex(({ role }) => role === 'assistant');
  const old: OldResult[] = [];
  let kept = 0;
  let keptTokens = 0;
  for (const { block, at } of resultsOf(history).reverse()) {
    const tokens = tokensOf(block);
    const fits = kept < rule.keepLast || keptTokens + tokens <= rule.keepTokens;
    const isNew = at > answered && !rule.unanswered;
    if (isNew || (fits && old.length === 0)) {
      kept += 1;
      keptTokens += tokens;
      continue;
    }
    const toolName = names.get(block.tool_use_id) ?? 'a tool';
    old.push({ toolUseId: block.tool_use_id, toolName, block, tokens });
  }
  return old.reverse().filter((result) => mayGo(result, rule));
}

/** About how many tokens go with them. */
export function gainOf(old: readonly OldResult[]): number {
  return old.reduce((sum, { tokens }) => sum + tokens, 0);
}

function mayGo({ toolName, block, tokens }: OldResult, { tools }: ClearRule): boolean {
  if (pointsAtTools(block)) return false;
  return tokens >= LEAST_TOKENS && !isNote(block) && (!tools || tools.includes(toolName));
}

function namesOfCalls(history: readonly MessageParam[]): Map<string, string> {
  const calls = history.flatMap((message) =>
    message.role === 'assistant' ? blocksOf(message).filter(isCall) : [],
  );
  return new Map(calls.map(({ id, name }) => [id, name]));
}

function resultsOf(history: readonly MessageParam[]) {
  return history.flatMap((message, at) =>
    message.role === 'assistant'
      ? []
      : blocksOf(message)
          .filter(isResult)
          .map((block) => ({ block, at })),
  );
}

/**
 * The history with notes in place of results. Thinking behind the first of them goes too: the API binds
 * it to what stands before it, and refuses it behind anything else (contracts 1.5).
 * @param notes texts by the id of the call.
 */
export function withNotes(
  history: readonly MessageParam[],
  notes: ReadonlyMap<string, string>,
): MessageParam[] {
  let changed = false;
  return history.flatMap((message) => {
    if (message.role === 'assistant') return changed ? withoutThinking(message) : [message];
    const next = withContent(
      message,
      blocksOf(message).map((block) => noted(block, notes)),
    );
    changed ||= next !== message;
    return [next];
  });
}

/** The answer without its thinking; nothing where it was nothing else. */
export function withoutThinking(message: MessageParam): MessageParam[] {
  const kept = blocksOf(message).filter(
    ({ type }) => type !== 'thinking' && type !== 'redacted_thinking',
  );
  return kept.length === 0 ? [] : [withContent(message, kept)];
}

/** What stands where a result was. `path`: where it lies now; `undefined`: nowhere. */
export function noteFor({ toolName, block }: OldResult, path: string | undefined): string {
  const failed = block.is_error ? ', an error' : '';
  const where =
    path === undefined
      ? `Call ${toolName} again if you need it and that changes nothing.`
      : `If you need it: it lies in ${path}.`;
  return `${MARK}what ${toolName} gave here${failed}. ${where}]`;
}

function noted(block: ContentBlockParam, notes: ReadonlyMap<string, string>): ContentBlockParam {
  if (!isResult(block)) return block;
  const note = notes.get(block.tool_use_id);
  return note === undefined ? block : { ...block, content: note };
}

/** What it points at could no longer be called; and it is short by itself. */
function pointsAtTools({ content }: ToolResultBlockParam): boolean {
  return Array.isArray(content) && content.some(({ type }) => type === 'tool_reference');
}

function isNote({ content }: ToolResultBlockParam): boolean {
  return typeof content === 'string' && content.startsWith(MARK);
}
