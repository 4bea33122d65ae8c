import { type ParsedInput, parseInput } from '../tool/parse-input.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';
import { refuse } from './call-ended.ts';
import type { OpenCall } from './open-call.ts';

/** The input as it will run: checked against the schema, paths absolute, and never changed again. */
export function readInput(call: OpenCall, tool: AnyTool, raw: unknown): unknown {
  const read = tryReadInput(tool, raw, call.context);
  if (!read.ok) throw refuse(call, 'schema', read.message);
  call.input = read.input;
  return read.input;
}

/** The same for a look ahead, without a call. */
export function tryReadInput(
  tool: AnyTool,
  raw: unknown,
  context: ToolUseContext,
): ParsedInput<unknown> {
  const parsed = parseInput(tool, structuredClone(raw));
  if (!parsed.ok) return parsed;
  const input = tool.backfillObservableInput(parsed.input, context);
  // What was decided on is what runs: nobody may change it after it was judged.
  return { ok: true, input: deepFreeze(input) };
}

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}
