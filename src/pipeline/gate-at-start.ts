import type { Denial } from '../events/outcome.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';
import type { EndRun } from './call-result.ts';
import { type Governance, ONLY_CALL } from './governance.ts';
import { nestedGate } from './nested-gate.ts';
import { openCall } from './open-call.ts';

/** The gate for calls that no answer of the model holds: commands of a skill that the task names. */
export interface GateAtStart {
  readonly context: ToolUseContext;
  /** What was refused, and whether that ends the run. */
  ended(): { readonly denial: Denial | undefined; readonly endRun: EndRun | undefined };
}

/** @param name of what makes the calls; their ids begin with it. */
export function gateAtStart(
  name: string,
  governance: Governance,
  context: ToolUseContext,
): GateAtStart {
  const call = openCall({ id: name, name: 'Skill', input: {} }, governance, context, ONLY_CALL);
  return {
    context: { ...context, toolUseId: name, canUseTool: nestedGate(call, context.abort) },
    ended: () => ({ denial: call.denial, endRun: call.endRun }),
  };
}
