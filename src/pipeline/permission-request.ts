import { messageOf } from '../base/errors.ts';
import { type PermissionOutcome, permissionOutcome } from '../hooks/outcomes/permission-request.ts';
import type { AskReason, Decision } from '../permission/decision.ts';
import { mayGrant } from '../permission/question.ts';
import type { OpenVerdict } from '../policy/asked-call.ts';
import { throwIfCancelled } from './call-ended.ts';
import { callFields } from './hook-fields.ts';
import type { Judged } from './judge.ts';
import type { OpenCall } from './open-call.ts';

/** Doubts that no hook lifts: the checks of paths, command lines and tools. */
const CLAIMED_BY_CHECKS: readonly AskReason[] = [
  'protected_path',
  'outside_workspace',
  'unparseable',
  'tool',
];

/** What hooks made of a call that nobody else answered. */
export interface RequestAnswer {
  readonly decision: Decision;
  /** `undefined`: unchanged. */
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Asks the PermissionRequest hooks, where somebody at the keyboard would be asked. Their “yes” lifts no
 * check of a tool, and nothing in a run that strangers' text is part of. `undefined`: they leave it open.
 */
export async function askPermissionHooks(
  call: OpenCall,
  { tool, input, facts }: Judged,
  verdict: OpenVerdict,
): Promise<RequestAnswer | undefined> {
  const { governance, context } = call;
  if (!governance.hooks.has('PermissionRequest')) return undefined;
  let said: PermissionOutcome;
  try {
    const answered = await governance.hooks.run({
      event: 'PermissionRequest',
      cwd: context.cwd,
      tool: { useId: call.toolUse.id, name: tool.name },
      fields: callFields(call, tool, input),
      call: async () => facts,
      signal: context.abort.signal,
    });
    said = permissionOutcome(answered);
  } catch (error) {
    throwIfCancelled(call);
    said = { ...NOTHING, decision: 'deny', reason: `The hooks can't be run: ${messageOf(error)}` };
  }
  throwIfCancelled(call);
  if (said.stop !== undefined) call.endRun ??= { stopReason: 'hook_stopped', reason: said.stop };
  if (said.decision === 'none' && said.stop === undefined) return undefined;
  const isAllowed =
    said.decision === 'allow' &&
    said.stop === undefined &&
    !CLAIMED_BY_CHECKS.includes(verdict.because) &&
    mayGrant({ trust: governance.trust, subject: facts.subject });
  if (said.decision === 'allow' && !isAllowed && said.stop === undefined) return undefined;
  const { hook, source, reason, updatedInput } = said;
  return {
    updatedInput: isAllowed ? updatedInput : undefined,
    decision: {
      behavior: isAllowed ? 'allow' : 'deny',
      asked: true,
      asked_because: verdict.because,
      decided_by: { step: 'hook', ...(hook !== undefined && { hook }), ...source },
      reason: reason ?? said.stop ?? 'A hook allowed the request.',
      effects: facts.effects,
    },
  };
}

const NOTHING: PermissionOutcome = {
  decision: 'none',
  reason: undefined,
  hook: undefined,
  source: undefined,
  updatedInput: undefined,
  stop: undefined,
};
