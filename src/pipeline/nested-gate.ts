import type { ToolUseContext } from '../tool/tool-use-context.ts';
import { refuse } from './call-ended.ts';
import { findTool } from './find-tool.ts';
import { ONLY_CALL } from './governance.ts';
import { judge } from './judge.ts';
import { type OpenCall, openCall } from './open-call.ts';
import { applyHooks, runPreToolUse } from './pre-tool-use.ts';
import { readInput } from './read-input.ts';
import { recordRefusal } from './refused-result.ts';
import { settle } from './settle.ts';
import { speculate } from './speculation.ts';
import { validateInput } from './validate-input.ts';

/**
 * The gate for calls made inside a call (a REPL that edits a file): the steps that govern, in the
 * same order and with the same functions as for any call, and a decision record of its own.
 */
export function nestedGate(outer: OpenCall, abort: AbortController): ToolUseContext['canUseTool'] {
  let count = 0;
  return async (tool, raw) => {
    count += 1;
    const toolUse = { id: `${outer.toolUse.id}.${count}`, name: tool.name, input: raw };
    const call = openCall(toolUse, outer.governance, { ...outer.context, abort }, ONLY_CALL);
    try {
      return { behavior: 'allow', input: await govern(call) };
    } catch (thrown) {
      const message = recordRefusal(call, thrown);
      outer.denial ??= call.denial;
      outer.endRun ??= call.endRun;
      return { behavior: 'deny', message };
    }
  };
}

async function govern(call: OpenCall): Promise<unknown> {
  const tool = findTool(call);
  const given = readInput(call, tool, call.toolUse.input);
  await validateInput(call, tool, given);
  const ahead = speculate(call, tool, given);
  const said = await runPreToolUse(call, tool, ahead);
  const input = await applyHooks(call, tool, given, said);
  const settled = await settle(call, await judge(call, tool, input, said, ahead));
  if (settled.facts.readOnly) return settled.input;
  if (call.governance.dryRun) throw refuse(call, 'validate', 'dry run: not run.');
  await call.governance.beforeChange();
  return settled.input;
}
