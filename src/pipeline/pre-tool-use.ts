import { messageOf } from '../base/errors.ts';
import type { PreToolUseOutcome } from '../hooks/hook.ts';
import type { AnyTool } from '../tool/tool.ts';
import { CallRefused, throwIfCancelled } from './call-ended.ts';
import type { OpenCall } from './open-call.ts';
import { readInput } from './read-input.ts';
import { validateInput } from './validate-input.ts';

/** Runs the PreToolUse hooks of a call and waits for all of them. */
export async function runPreToolUse(
  call: OpenCall,
  tool: AnyTool,
  input: unknown,
): Promise<PreToolUseOutcome> {
  const { governance, context, toolUse } = call;
  try {
    // Hooks end themselves when the call is cancelled, and are waited for: none outlives the call.
    const outcome = await governance.hooks.preToolUse({
      toolName: tool.name,
      toolInput: input,
      toolUseId: toolUse.id,
      cwd: context.cwd,
      signal: context.abort.signal,
    });
    for (const run of outcome.runs) {
      governance.emit({
        type: 'hook_response',
        at: governance.now(),
        run,
        tool: { useId: toolUse.id, name: tool.name },
      });
    }
    return outcome;
  } catch (error) {
    throwIfCancelled(call);
    throw refusedByHook(call, `The hooks of this call can't be run: ${messageOf(error)}`, {
      hook: undefined,
    });
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
  try {
    const changed = readInput(call, tool, { ...Object(input), ...said.updatedInput });
    await validateInput(call, tool, changed);
    return changed;
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    const who = said.updatedBy ?? 'a hook';
    const reason = `The input was changed by ${who}, and ${tool.name} does not take it so: ${error.decision.reason}`;
    throw new CallRefused({ ...error.decision, reason }, { cause: error });
  }
}

function refusedByHook(
  call: OpenCall,
  reason: string,
  { hook, source }: Pick<PreToolUseOutcome, 'hook' | 'source'>,
): CallRefused {
  return new CallRefused({
    behavior: 'deny',
    asked: false,
    decided_by: { step: 'hook', ...(hook === undefined ? {} : { hook }), ...source },
    reason,
    effects: call.effects,
  });
}
