import type { AnyTool } from '../tool/tool.ts';
import type { OpenCall } from './open-call.ts';

/** Notes which server a tool comes from, for the records; a tool of our own has no origin. */
export function noteOrigin(call: OpenCall, tool: AnyTool): void {
  call.origin = tool.mcpInfo;
}
