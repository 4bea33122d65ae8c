import type { CallToolResult } from '@modelcontextprotocol/client';
import type { JSONSchemaObject } from '../../tools/structured-output/model-schema.ts';

/** A tool in this process. */
export interface InProcessTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JSONSchemaObject;
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** Makes of an input what `run` takes. @throws for one that does not fit; its message is for the model. */
  readonly parse: (input: Readonly<Record<string, unknown>>) => unknown;
  /** Gives its result. What it throws is the failure that the model is told. */
  readonly run: (input: unknown, context: InProcessCall) => unknown;
}

export interface InProcessCall {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total?: number, message?: string) => void;
}

/**
 * What a tool gave, as any server sends it: plain data, so that nothing of the program's own objects gets into the run.
 * @throws Error in a sentence for what is no result
 */
export function resultOf(answer: unknown): CallToolResult {
  if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
  if (typeof answer !== 'object' || answer === null) {
    throw new Error(`The tool gave ${kindOf(answer)}, and a result is a text or an object.`);
  }
  const { content = [], structuredContent, isError = false } = plain(answer);
  if (!Array.isArray(content)) throw new Error('The tool gave a `content` that is no list.');
  if (!isRecord(structuredContent) && structuredContent !== undefined) {
    throw new Error('The tool gave a `structuredContent` that is no object.');
  }
  if (content.length === 0 && structuredContent === undefined) {
    throw new Error('The tool gave neither `content` nor `structuredContent`.');
  }
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError === true && { isError }),
  };
}

/** As it would be behind a pipe. @throws Error for circles and the like */
function plain(answer: object): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(JSON.stringify(answer));
  } catch (cause) {
    throw new Error('The tool gave what JSON can’t hold.', { cause });
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  return value === null ? 'null' : `a ${typeof value}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
