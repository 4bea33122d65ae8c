import { compileNameGlob, matchesNameGlob } from '../base/name-glob.ts';
import type { Policy } from '../policy/policy.ts';
import type { AnyTool } from '../tool/tool.ts';
import { getAllBaseTools } from '../tools/all.ts';
import { assembleToolPool, type ToolPool } from '../tools/pool.ts';

const NO_MCP = { tools: [], builtIns: [] };

/** The tools that a policy offers, and those it leaves out with the filter that did. */
export function toolPoolOf(
  policy: Policy,
  outputJSONSchema: Readonly<Record<string, unknown>> | undefined,
  mcp: { readonly tools: readonly AnyTool[]; readonly builtIns: readonly AnyTool[] } = NO_MCP,
  hasSkills = false,
): ToolPool {
  // A deny rule without brackets names the tool itself: the model does not even see it.
  const denied = policy.rules.deny
    .filter((rule) => rule.specifier === undefined)
    // One of a server (`mcp__server`) means all its tools.
    .flatMap(({ tool }) => (/^mcp__[^*]+$/u.test(tool) ? [tool, `${tool}__*`] : [tool]))
    .map((glob) => compileNameGlob(glob));
  return assembleToolPool({
    tools: [...getAllBaseTools({ outputJSONSchema }), ...mcp.builtIns],
    mcpTools: mcp.tools,
    mode: policy.tools.mode,
    only: policy.tools.only,
    without: policy.tools.without,
    with: policy.tools.with,
    isDenied: (name) => denied.some((glob) => matchesNameGlob(glob, name)),
    hasOutputSchema: outputJSONSchema !== undefined,
    hasSkills,
    defers: policy.toolSearch !== 'standard',
  });
}
