import { oneLine } from '../../base/text.ts';
import { codeBlocks, messageBlocks, type Rendered } from '../../tool/rendering.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { callBlocks } from '../call-records.ts';
import { blocksOf, type Fields, textOf } from './fields.ts';

/** A call as a transcript tells of it. */
export interface ToldCall {
  readonly name: string;
  /** What ran, or would have. */
  readonly input: unknown;
  /** The structured output; `undefined`: there is none. */
  readonly output: unknown;
  /** What the model was told; `undefined`: the run ended before. */
  readonly told: string | undefined;
  readonly isError: boolean;
  /** Why it was refused; `undefined`: it was not. */
  readonly refusedBecause: string | undefined;
}

export interface ToolForm {
  /** One line; empty where the tool is not known or the input is not one of its own. */
  readonly summary: string;
  readonly blocks: Rendered;
  /** The model was told something else than the blocks show: more, or less. */
  readonly toldElse: boolean;
}

/** How calls look by the renderings of their own tools; the bare data where those don't fit. */
export type FormOf = (call: ToldCall) => ToolForm;

/** The forms of these tools, made ready to read what their calls gave. */
export async function loadToolForms(tools: readonly AnyTool[]): Promise<FormOf> {
  await Promise.all(tools.map((tool) => tool.prepare()));
  const byName = new Map(
    tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool])),
  );
  return (call) => {
    const tool = byName.get(call.name);
    try {
      return (tool && formBy(tool, call)) ?? bareForm(call);
    } catch {
      // A rendering that fails must not take the report of the run with it.
      return bareForm(call);
    }
  };
}

function formBy(tool: AnyTool, call: ToldCall): ToolForm | undefined {
  const input = tool.inputSchema().safeParse(call.input);
  if (!input.success) return undefined;
  const output =
    call.output === undefined ? undefined : tool.outputSchema()?.safeParse(call.output);
  const use = tool.rendering.use(input.data);
  const summary = oneLine(tool.rendering.summary(input.data, output?.data), 300);
  if (call.refusedBecause !== undefined) {
    const blocks = [...use, ...tool.rendering.rejection(call.refusedBecause, input.data)];
    return { summary, blocks, toldElse: false };
  }
  if (output?.success) {
    const blocks = callBlocks(use, tool.rendering.result(output.data, input.data));
    const block = tool.mapToolResultToToolResultBlockParam(output.data, '');
    return { summary, blocks, toldElse: resultText({ ...block }) !== call.told };
  }
  const { told = '' } = call;
  const answer = call.isError ? tool.rendering.error(told, input.data) : codeBlocks(told);
  return { summary, blocks: [...use, ...answer], toldElse: false };
}

/** The text of a `tool_result`; what is no text in it by its type. */
export function resultText(block: Fields): string {
  return blocksOf({ message: block })
    .map((part) => (part['type'] === 'text' ? textOf(part['text']) : `[${textOf(part['type'])}]`))
    .join('\n');
}

function bareForm({ input, told = '', refusedBecause, isError }: ToldCall): ToolForm {
  const asked = codeBlocks(JSON.stringify(input, null, 2) ?? '', 'json');
  const answer = isError ? messageBlocks(told) : codeBlocks(told);
  const blocks = refusedBecause === undefined ? answer : messageBlocks(refusedBecause);
  return { summary: '', blocks: [...asked, ...blocks], toldElse: false };
}
