import type { AnyTool } from '../tool/tool.ts';
import { refuse, throwIfCancelled } from './call-ended.ts';
import { lookUp } from './look-up.ts';
import type { OpenCall } from './open-call.ts';

/**
 * The tool of the pool that a call names, also by a former name. What isn't in the pool can't be
 * called, whatever a policy says, nor can what the model has not seen the definition of.
 */
export function findTool(call: OpenCall): AnyTool {
  throwIfCancelled(call);
  const { pool } = call.context;
  const tool = lookUp(pool, call.toolUse.name);
  if (!tool) throw refuse(call, 'pool', call.governance.explainMissing(call.toolUse.name));
  const unseen = call.governance.explainUnseen?.(tool, call.context.messages);
  if (unseen !== undefined) throw refuse(call, 'pool', unseen);
  call.tool = tool;
  return tool;
}
