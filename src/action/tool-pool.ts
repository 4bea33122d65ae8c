import { compileNameGlob, matchesNameGlob } from '../base/name-glob.ts';
import type { Policy } from '../policy/policy.ts';
import { getAllBaseTools } from '../tools/all.ts';
import { assembleToolPool, type ToolPool } from '../tools/pool.ts';

/** The tools that a policy offers, and those it leaves out with the filter that did. */
export function toolPoolOf(
  policy: Policy,
  outputJSONSchema: Readonly<Record<string, unknown>> | undefined,
): ToolPool {
  // A deny rule without brackets names the tool itself: the model does not even see it.
  const denied = policy.rules.deny
    .filter((rule) => rule.specifier === undefined)
    .map((rule) => compileNameGlob(rule.tool));
  return assembleToolPool({
    tools: getAllBaseTools({ outputJSONSchema }),
    mcpTools: [],
    mode: policy.tools.mode,
    only: policy.tools.only,
    without: policy.tools.without,
    with: policy.tools.with,
    isDenied: (name) => denied.some((glob) => matchesNameGlob(glob, name)),
    hasOutputSchema: outputJSONSchema !== undefined,
  });
}
