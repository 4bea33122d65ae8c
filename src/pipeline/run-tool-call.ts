import type { ToolUseContext } from '../tool/tool-use-context.ts';
import { afterCall } from './after-call.ts';
import { afterDenial } from './after-denial.ts';
import type { CallResult } from './call-result.ts';
import { callTool } from './call-tool.ts';
import { findTool } from './find-tool.ts';
import { type CallSlot, type Governance, ONLY_CALL } from './governance.ts';
import { judge } from './judge.ts';
import { noteOrigin } from './note-origin.ts';
import { openCall, type ToolUse } from './open-call.ts';
import { applyHooks, runPreToolUse } from './pre-tool-use.ts';
import { readInput } from './read-input.ts';
import { refusedResult } from './refused-result.ts';
import { resultBlock } from './result-block.ts';
import { fitResult } from './result-budget.ts';
import { settle } from './settle.ts';
import { speculate } from './speculation.ts';
import { validateInput } from './validate-input.ts';

/**
 * Takes one call through the governed pipeline (tool-system P1). Whatever happens (refused,
 * cancelled, crashed, too slow, too long) there is exactly one result, and one decision record that
 * is written before anything of the call runs. Never rejects.
 */
export async function runToolCall(
  toolUse: ToolUse,
  governance: Governance,
  context: ToolUseContext,
  slot: CallSlot = ONLY_CALL,
): Promise<CallResult> {
  const call = openCall(toolUse, governance, context, slot);
  try {
    const tool = findTool(call); //                                     1 by name or alias
    noteOrigin(call, tool); //                                          2 MCP metadata
    const given = readInput(call, tool, toolUse.input); //              3 schema
    await validateInput(call, tool, given); //                          4
    const early = slot.ahead?.subjectOf(tool, toolUse, context);
    const ahead = speculate(call, tool, given, early); //               5 classifier, beside the hooks
    const said = await runPreToolUse(call, tool, ahead); //             6 hooks
    const input = await applyHooks(call, tool, given, said); //         7 their decisions and changes
    const judged = await judge(call, tool, input, said, ahead); //      8 rules, checks, classifier
    const settled = await settle(call, judged); //                      9 answers to what is open
    const ran = await callTool(call, settled); //                      10
    const fitted = await fitResult(call, ran.block); //                11, 12 sizes, redaction, budget
    const told = await afterCall(call, settled, ran, fitted); //       13 hooks after the call
    return resultBlock(call, settled, told); //                        14 result, tokens; trace of 11
  } catch (thrown) {
    return afterDenial(call, refusedResult(call, thrown));
  }
}
