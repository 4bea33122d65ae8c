import { ToolRefusal } from '../tool/refusal.ts';
import type { AnyTool } from '../tool/tool.ts';
import { orCancelled, refuse } from './call-ended.ts';
import type { OpenCall } from './open-call.ts';

/** The tool's checks beyond the schema. */
export async function validateInput(call: OpenCall, tool: AnyTool, input: unknown): Promise<void> {
  try {
    await orCancelled(call, tool.validateInput(input, call.context));
  } catch (error) {
    if (error instanceof ToolRefusal) throw refuse(call, 'validate', error.message);
    throw error;
  }
}
