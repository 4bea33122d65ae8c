import { messageOf } from '../base/errors.ts';
import { toldOutcome } from '../hooks/outcomes/told.ts';
import type { CallResult } from './call-result.ts';
import { callFields } from './hook-fields.ts';
import { withNotes } from './notes.ts';
import type { OpenCall } from './open-call.ts';

/**
 * Tells PermissionDenied hooks about a call that was refused. They can't undo it, but may let the model
 * try again (`retry`) or end the run. Never rejects.
 */
export async function afterDenial(call: OpenCall, result: CallResult): Promise<CallResult> {
  const { governance, context, tool } = call;
  const isOver = context.abort.signal.aborted;
  if (!result.denial || !tool || isOver || !governance.hooks.has('PermissionDenied')) return result;
  try {
    const { retry, stop } = toldOutcome(
      await governance.hooks.run({
        event: 'PermissionDenied',
        cwd: context.cwd,
        tool: { useId: call.toolUse.id, name: tool.name },
        fields: {
          ...callFields(call, tool, call.input),
          tool_use_id: call.toolUse.id,
          reason: result.denial.reason,
        },
        call: async () => ({
          toolName: tool.name,
          ruleNames: tool.aliases,
          pathRules: tool.pathRules,
          subject: tool.preparePermissionMatcher(call.input, context),
        }),
        signal: context.abort.signal,
      }),
    );
    const byHook = stop && { stopReason: 'hook_stopped' as const, reason: stop };
    const endRun = result.endRun ?? (byHook || undefined);
    if (!retry) return { ...result, endRun };
    const note = 'A hook lets you try this once more, should you still need it.';
    return { ...result, endRun, block: withNotes({ ...call, notes: [note] }, result.block) };
  } catch (error) {
    const text = `PermissionDenied hooks: ${messageOf(error)}`;
    governance.emit({ type: 'notice', at: governance.now(), level: 'warning', text });
    return result;
  }
}
