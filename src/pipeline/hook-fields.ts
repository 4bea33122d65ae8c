import type { AnyTool } from '../tool/tool.ts';
import type { OpenCall } from './open-call.ts';

/** What hooks about a call are told of it. `input` is as it will run, paths absolute. */
export function callFields(
  call: OpenCall,
  tool: AnyTool,
  input: unknown,
): Readonly<Record<string, unknown>> {
  const { origin } = call;
  return {
    tool_name: tool.name,
    tool_input: input,
    mcp_server: origin && { name: origin.server, source: 'mcp' },
  };
}
