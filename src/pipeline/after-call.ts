import { messageOf } from '../base/errors.ts';
import type { Ran } from './call-tool.ts';
import type { Judged } from './judge.ts';
import type { OpenCall } from './open-call.ts';
import { nameOf } from './record-decision.ts';
import type { Fitted } from './result-budget.ts';
import { textOf } from './text-block.ts';

/** Tells the trace about a call that ran, and how large its result is. */
export function traceCall(call: OpenCall, ran: Ran): void {
  if (!ran.began) return;
  call.governance.trace?.({
    toolUseId: call.toolUse.id,
    toolName: nameOf(call),
    origin: call.origin,
    durationMs: ran.durationMs,
    isError: ran.isError,
    sizeChars: textOf(ran.block).length,
  });
}

/** Lets those that wait for the end of a call add to its result. Their failure takes nothing from it. */
export async function afterCall(
  call: OpenCall,
  { input }: Judged,
  ran: Ran,
  fitted: Fitted,
): Promise<void> {
  const { governance, context } = call;
  if (!governance.afterCall || !ran.began) return;
  try {
    const notes = await governance.afterCall({
      toolUseId: call.toolUse.id,
      toolName: nameOf(call),
      input,
      output: ran.result?.data,
      error: ran.isError ? textOf(fitted.block) : undefined,
      durationMs: ran.durationMs,
      signal: context.abort.signal,
    });
    call.notes.push(...notes);
  } catch (error) {
    const text = `After ${nameOf(call)}: ${messageOf(error)}`;
    governance.emit({ type: 'notice', at: governance.now(), level: 'warning', text });
  }
}
