import type { ToolUseContext } from '../tool/tool-use-context.ts';
import type { Hold } from './call-lock.ts';
import { lookUp } from './look-up.ts';
import type { ToolUse } from './open-call.ts';
import { tryReadInput } from './read-input.ts';

/** Whether a call may run beside others, as far as its own input tells. Unknown is no. */
export function holdOf(toolUse: ToolUse, context: ToolUseContext): Hold {
  const tool = lookUp(context.pool, toolUse.name);
  // What can't be a call gets its result without running.
  if (!tool) return 'shared';
  try {
    const read = tryReadInput(tool, toolUse.input, context);
    return !read.ok || tool.isConcurrencySafe(read.input, context) ? 'shared' : 'alone';
  } catch {
    return 'alone';
  }
}
