import type {
  ContentBlockParam,
  MessageParam,
  Tool as ToolDefinition,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { ModelRequest } from './model.ts';

type Part = Exclude<ToolResultBlockParam['content'], string | undefined>[number];
type TextPart = Extract<Part, { readonly type: 'text' }>;
type ReferencePart = Extract<Part, { readonly type: 'tool_reference' }>;

/** What of a request says which tools the model has. */
export type Offer = Pick<ModelRequest, 'tools' | 'messages'>;

/** Names of the tools that results point at, in the order in which each was first named. */
export function referencedTools(messages: readonly MessageParam[]): ReadonlySet<string> {
  const names = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap(partsOf).filter(isReference),
  );
  return new Set(names.map(({ tool_name }) => tool_name));
}

/** Messages that were looked at and have none: a message that was sent never changes. */
const withoutAny = new WeakSet<MessageParam>();

/** Whether any result points at a tool. Asked before every request. */
export function hasReferences(messages: readonly MessageParam[]): boolean {
  return messages.some((message) => {
    if (withoutAny.has(message)) return false;
    const { content } = message;
    if (typeof content !== 'string' && content.some((block) => partsOf(block).some(isReference))) {
      return true;
    }
    withoutAny.add(message);
    return false;
  });
}

/**
 * The offer as an API takes it that knows references: one to a tool that is not in the list would be
 * refused (`tool_reference_unresolved`), and a result that holds references may hold nothing else, so
 * that words beside them follow the results. The same history always gives the same bytes.
 */
export function withReferences({ tools, messages }: Offer): Offer {
  const known = new Set(tools.map(({ name }) => name));
  const sent = (part: ReferencePart): Part =>
    known.has(part.tool_name) ? part : goneText(part.tool_name);
  return { tools, messages: messages.map((message) => mapReferences(message, sent)) };
}

/**
 * The same offer for an API or a model without references (gateways, older models): the definitions that
 * results point at stand in them as text, and their tools join the list, behind those that were there
 * from the start. Deferred tools that nothing pointed at yet are left out.
 */
export function withoutReferences({ tools, messages }: Offer): Offer {
  const deferred = new Map(
    tools.flatMap((tool) => (tool.defer_loading ? [[tool.name, whole(tool)]] : [])),
  );
  const definitions = new Map(tools.map((tool) => [tool.name, whole(tool)]));
  const named = [...referencedTools(messages)];
  const joined = named.flatMap((name) => deferred.get(name) ?? []);
  const sent = ({ tool_name: name }: ReferencePart): Part => {
    const definition = definitions.get(name);
    return definition ? definitionText(definition) : goneText(name);
  };
  return {
    tools: [...tools.filter((tool) => !tool.defer_loading), ...joined],
    messages: messages.map((message) => mapReferences(message, sent)),
  };
}

function whole({ defer_loading: _, ...tool }: ToolDefinition): ToolDefinition {
  return tool;
}

function definitionText(definition: ToolDefinition): TextPart {
  return { type: 'text', text: `You can call this tool now: ${JSON.stringify(definition)}` };
}

function goneText(name: string): TextPart {
  return { type: 'text', text: `${name} is no longer among the tools.` };
}

/** The message with its references as `sent` says; itself where it has none. */
function mapReferences(message: MessageParam, sent: (part: ReferencePart) => Part): MessageParam {
  const { content } = message;
  if (typeof content === 'string') return message;
  if (!content.some((block) => partsOf(block).some(isReference))) return message;
  const beside: TextPart[] = [];
  const results: ContentBlockParam[] = content.map((block) => {
    const parts = partsOf(block);
    if (block.type !== 'tool_result' || !parts.some(isReference)) return block;
    const mapped = parts.map((part) => (isReference(part) ? sent(part) : part));
    const references = mapped.filter(isReference);
    if (references.length === 0) return { ...block, content: mapped };
    beside.push(...mapped.filter((part) => part.type === 'text'));
    return { ...block, content: references };
  });
  const behind = results.findLastIndex(({ type }) => type === 'tool_result') + 1;
  return { ...message, content: results.toSpliced(behind, 0, ...beside) } as MessageParam;
}

const NO_PARTS: readonly Part[] = [];

function partsOf(block: ContentBlockParam): readonly Part[] {
  return block.type === 'tool_result' && Array.isArray(block.content) ? block.content : NO_PARTS;
}

function isReference(part: Part): part is ReferencePart {
  return part.type === 'tool_reference';
}
