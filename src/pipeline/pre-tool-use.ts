import { messageOf } from '../base/errors.ts';
import {
  mergeAnswers,
  NO_OUTCOME,
  type PreToolUseOutcome,
} from '../hooks/outcomes/pre-tool-use.ts';
import type { AnyTool } from '../tool/tool.ts';
import { CallRefused, throwIfCancelled } from './call-ended.ts';
import { callFields } from './hook-fields.ts';
import type { OpenCall } from './open-call.ts';
import { readInput } from './read-input.ts';
import type { Speculation } from './speculation.ts';
import { validateInput } from './validate-input.ts';

/** Runs the PreToolUse hooks of a call and waits for all of them. */
export async function runPreToolUse(
  call: OpenCall,
  tool: AnyTool,
  ahead: Speculation,
): Promise<PreToolUseOutcome> {
  const { governance, context, toolUse } = call;
  if (!governance.hooks.has('PreToolUse')) return NO_OUTCOME;
  try {
    // Hooks end themselves when the call is cancelled, and are waited for: none outlives the call.
    const answered = await governance.hooks.run({
      event: 'PreToolUse',
      cwd: context.cwd,
      tool: { useId: call.toolUse.id, name: tool.name },
      fields: { ...callFields(call, tool, ahead.input), tool_use_id: toolUse.id },
      call: async () => ({
        toolName: tool.name,
        ruleNames: tool.aliases,
        pathRules: tool.pathRules,
        subject: await ahead.subject,
        input: { ...Object(ahead.input) },
      }),
      signal: context.abort.signal,
    });
    return mergeAnswers(answered);
  } catch (error) {
    throwIfCancelled(call);
    throw refusedByHook(call, `The hooks of this call can't be run: ${messageOf(error)}`, {});
  }
}

/**
 * Does what the hooks said: a “no” ends the call here, a changed input is read again from the schema
 * on. Gives the input that is judged and run.
 */
export async function applyHooks(
  call: OpenCall,
  tool: AnyTool,
  input: unknown,
  said: PreToolUseOutcome,
): Promise<unknown> {
  throwIfCancelled(call);
  call.notes.push(...said.additionalContext);
  if (said.stop !== undefined) call.endRun = { stopReason: 'hook_stopped', reason: said.stop };
  if (said.stop !== undefined || said.decision === 'deny') {
    throw refusedByHook(call, said.reason ?? said.stop ?? 'A hook refused.', said);
  }
  if (!said.updatedInput) return input;
  return changedInput(call, tool, { ...Object(input), ...said.updatedInput }, said.updatedBy);
}

/**
 * An input that hooks made, read from the schema on.
 * @throws CallRefused when the tool does not take it.
 */
export async function changedInput(
  call: OpenCall,
  tool: AnyTool,
  input: unknown,
  by = 'a hook',
): Promise<unknown> {
  try {
    const changed = readInput(call, tool, input);
    await validateInput(call, tool, changed);
    return changed;
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    const reason = `The input was changed by ${by}, and ${tool.name} does not take it so: ${error.decision.reason}`;
    throw new CallRefused({ ...error.decision, reason }, { cause: error });
  }
}

function refusedByHook(
  call: OpenCall,
  reason: string,
  { hook, source }: Partial<Pick<PreToolUseOutcome, 'hook' | 'source'>>,
): CallRefused {
  return new CallRefused({
    behavior: 'deny',
    asked: false,
    decided_by: { step: 'hook', ...(hook === undefined ? {} : { hook }), ...source },
    reason,
    effects: call.effects,
  });
}
