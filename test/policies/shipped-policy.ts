import { createExplainer, type Explanation, type ToolView } from '../../src/policy/explain.ts';
import { loadPolicies } from '../../src/policy/load-policies.ts';
import type { AnyTool } from '../../src/tool/tool.ts';
import type { ToolUseContext } from '../../src/tool/tool-use-context.ts';
import { getAllBaseTools } from '../../src/tools/all.ts';
import { KNOWN } from '../policy/known-names.ts';
import { toolContext } from '../tools/tool-context.ts';

type Input = Readonly<Record<string, unknown>>;

/** Asks a policy about calls, with the real tools on an empty workspace. Each call is a new run. */
export async function judgeOf(
  policyNames: readonly string[],
  options: { trust?: 'trusted' | 'untrusted'; files?: Readonly<Record<string, string>> } = {},
): Promise<(tool: string, input: Input) => Explanation> {
  const readFile = async (path: string) => options.files?.[path];
  const policy = await loadPolicies(policyNames, { ...KNOWN, readFile });
  const context = toolContext();
  const tools = new Map(getAllBaseTools().map((tool) => [tool.name, tool]));
  const explain = createExplainer({
    policy,
    rules: policy.rules,
    event: 'pull_request',
    trust: options.trust ?? 'trusted',
    workspace: context.workspace,
    viewOf: (name, input, hides) => {
      const tool = tools.get(name);
      return tool && viewOf(tool, input, { ...context, hides });
    },
  });
  return (tool, input) => explain({ tool, input });
}

function viewOf(tool: AnyTool, input: Input, context: ToolUseContext): ToolView {
  const subject = tool.preparePermissionMatcher(input, context);
  return {
    toolName: tool.name,
    ruleNames: tool.aliases,
    pathRules: tool.pathRules,
    subject,
    input,
    readOnly: subject.readOnly && tool.isReadOnly(input, context),
    destructive: tool.isDestructive(input, context),
    effects: subject.effects,
    toolCheck: tool.checkPermissions(input, context),
    requiresConfirmation: tool.requiresConfirmation(input, context),
  };
}
