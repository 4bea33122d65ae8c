import type { AnyTool } from './tool.ts';

/** The tool by which the model finds those that are deferred; itself never is. */
export const TOOL_SEARCH = 'ToolSearch';

/** How a policy wants tools to be offered (tool-system R4). */
export const TOOL_SEARCH_MODES = ['tst', 'tst-auto', 'standard'] as const;
export type ToolSearchMode = (typeof TOOL_SEARCH_MODES)[number];

/** Whether a tool's definition may wait until the model looks for it. */
export function isDeferrable(
  tool: Pick<AnyTool, 'name' | 'alwaysLoad' | 'isMcp' | 'shouldDefer'>,
): boolean {
  return tool.name !== TOOL_SEARCH && !tool.alwaysLoad && (tool.isMcp || tool.shouldDefer);
}

/** The tools of a pool whose definitions wait: none where there is nothing to find them with. */
export function deferredTools(pool: readonly AnyTool[]): readonly AnyTool[] {
  return pool.some(({ name }) => name === TOOL_SEARCH) ? pool.filter(isDeferrable) : [];
}
