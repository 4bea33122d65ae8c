import type { RunEvent } from '../events/run-event.ts';
import type { DecidedBy } from '../permission/decision.ts';

/** A call that a dry run allowed and did not run. */
export interface WouldRun {
  readonly summary: string;
  readonly by: DecidedBy;
}

/**
 * Tells the calls that a dry run only judged: allowed, never begun, and with a result that is no
 * error (one that was cancelled before it began has an error).
 * @returns takes each event of a run in turn and gives the calls that it shows to be such, by their order.
 */
export function watchDryRun(): (event: RunEvent) => readonly WouldRun[] {
  let dryRun = false;
  const allowed = new Map<string, WouldRun>();
  return (event) => {
    if (event.type === 'run_started') dryRun = event.info.dryRun;
    if (!dryRun) return [];
    if (event.type === 'tool_started') allowed.delete(event.toolUseId);
    if (event.type === 'permission_decision' && event.decision.behavior === 'allow') {
      const { toolUseId, toolName, summary } = event.call;
      allowed.set(toolUseId, { summary: summary || toolName, by: event.decision.decided_by });
    }
    return event.type === 'tool_results' ? notRun(event, allowed) : [];
  };
}

function notRun(
  { message }: Extract<RunEvent, { type: 'tool_results' }>,
  allowed: Map<string, WouldRun>,
): readonly WouldRun[] {
  if (typeof message.content === 'string') return [];
  return message.content.flatMap((block) => {
    if (block.type !== 'tool_result') return [];
    const call = allowed.get(block.tool_use_id);
    allowed.delete(block.tool_use_id);
    return call && block.is_error !== true ? [call] : [];
  });
}
