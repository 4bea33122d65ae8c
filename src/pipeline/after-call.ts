import { messageOf } from '../base/errors.ts';
import { toldOutcome } from '../hooks/outcomes/told.ts';
import type { ToolResult } from '../tool/tool-result.ts';
import type { Ran } from './call-tool.ts';
import { callFields } from './hook-fields.ts';
import type { Judged } from './judge.ts';
import type { OpenCall } from './open-call.ts';
import { nameOf } from './record-decision.ts';
import { type Fitted, fitResult } from './result-budget.ts';
import { textOf } from './text-block.ts';

/** A call with its result, as hooks leave it. */
export interface Told {
  readonly ran: Ran;
  readonly fitted: Fitted;
}

/**
 * Lets PostToolUse or PostToolUseFailure hooks add to the result of a call that ran, put another output
 * in its place, or end the run. Their failure takes nothing from it.
 */
export async function afterCall(
  call: OpenCall,
  judged: Judged,
  ran: Ran,
  fitted: Fitted,
): Promise<Told> {
  const { governance, context } = call;
  const event = ran.isError ? 'PostToolUseFailure' : 'PostToolUse';
  const same = { ran, fitted };
  if (!ran.began || context.abort.signal.aborted || !governance.hooks.has(event)) return same;
  try {
    const said = toldOutcome(
      await governance.hooks.run({
        event,
        cwd: context.cwd,
        tool: { useId: call.toolUse.id, name: judged.tool.name },
        fields: {
          ...callFields(call, judged.tool, judged.input),
          tool_use_id: call.toolUse.id,
          ...(ran.isError
            ? { error: textOf(fitted.block), is_interrupt: false }
            : { tool_response: ran.result?.data }),
          duration_ms: Math.round(ran.durationMs),
        },
        call: async () => judged.facts,
        signal: context.abort.signal,
      }),
    );
    if (said.stop !== undefined) call.endRun ??= { stopReason: 'hook_stopped', reason: said.stop };
    call.notes.push(...said.blocks, ...said.contexts);
    if (said.updatedOutput === undefined || ran.result === undefined) return same;
    return (await withOutput(call, judged, ran, ran.result, said.updatedOutput.value)) ?? same;
  } catch (error) {
    warn(call, `After ${nameOf(call)}: ${messageOf(error)}`);
    return same;
  }
}

/** What a hook gives for the output has to be one: reports and searches read it as the tool's. */
async function withOutput(
  call: OpenCall,
  { tool }: Judged,
  ran: Ran,
  result: ToolResult<unknown>,
  given: unknown,
): Promise<Told | undefined> {
  const wanted = laidOver(result.data, given);
  const read = tool.outputSchema()?.safeParse(wanted);
  if (read?.success === false) {
    warn(call, `A hook gave another output for ${tool.name}, and it is none that this tool has.`);
    return undefined;
  }
  const data = read ? read.data : wanted;
  const block = tool.mapToolResultToToolResultBlockParam(data, call.toolUse.id);
  return {
    ran: { ...ran, block, result: { ...result, data } },
    fitted: await fitResult(call, block),
  };
}

/**
 * Hooks are written for Claude Code's tools, whose outputs have keys that ours lack, and lack some that
 * ours have: those they know are laid over the output as it was.
 */
function laidOver(output: unknown, given: unknown): unknown {
  if (!isRecord(output) || !isRecord(given)) return given;
  const known = Object.entries(given).filter(([key]) => Object.hasOwn(output, key));
  return known.length === 0 ? given : { ...output, ...Object.fromEntries(known) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function warn({ governance }: OpenCall, text: string): void {
  governance.emit({ type: 'notice', at: governance.now(), level: 'warning', text });
}
