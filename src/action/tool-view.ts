import type { Workspace } from '../base/workspace.ts';
import { resourceToolsAlone } from '../mcp/resources/resource-tools.ts';
import type { ToolView } from '../policy/explain.ts';
import type { Policy } from '../policy/policy.ts';
import { ReadState } from '../tool/read-state.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { ToolUseContext } from '../tool/tool-use-context.ts';
import { getAllBaseTools } from '../tools/all.ts';
import { findTool } from '../tools/pool.ts';

/**
 * Asks tools what a call would touch, without a session: for commands that only judge. Input may be
 * partial; what a tool can't answer about it gets the answer that is safe when wrong.
 */
export async function toolViews(workspace: Workspace, { mcp }: Pick<Policy, 'mcp'>) {
  const isBelieved = (server: string) =>
    Object.hasOwn(mcp, server) && mcp[server]?.trust_hints === true;
  const tools = [...getAllBaseTools(), ...resourceToolsAlone(isBelieved)];
  await Promise.all(tools.map((tool) => tool.prepare()));
  const context = judgingContext(workspace, tools);
  return (
    name: string,
    input: Readonly<Record<string, unknown>>,
    hides?: (path: string) => boolean,
  ): ToolView | undefined => {
    const tool = findTool(tools, name);
    return tool && viewOf(tool, input, { ...context, hides });
  };
}

function viewOf(tool: AnyTool, input: unknown, context: ToolUseContext): ToolView {
  const seen = orElse(() => tool.backfillObservableInput(input, context), input);
  const subject = tool.preparePermissionMatcher(seen, context);
  const destructive = orElse(() => tool.isDestructive(seen, context), undefined);
  return {
    toolName: tool.name,
    ruleNames: tool.aliases,
    pathRules: tool.pathRules,
    subject,
    input: seen as Readonly<Record<string, unknown>>,
    readOnly: subject.readOnly && orElse(() => tool.isReadOnly(seen, context), false),
    destructive,
    effects:
      destructive && !subject.effects.includes('destructive')
        ? [...subject.effects, 'destructive']
        : subject.effects,
    toolCheck: orElse(() => tool.checkPermissions(seen, context), { behavior: 'passthrough' }),
    requiresConfirmation: orElse(() => tool.requiresConfirmation(seen, context), true),
  };
}

function orElse<T>(ask: () => T, safe: T): T {
  try {
    return ask();
  } catch {
    return safe;
  }
}

function judgingContext(workspace: Workspace, pool: readonly AnyTool[]): ToolUseContext {
  return {
    workspace,
    cwd: workspace.directory,
    abort: new AbortController(),
    messages: [],
    assistantMessage: undefined,
    toolUseId: '',
    readState: new ReadState(),
    getAppState: () => ({ todos: [], structuredOutput: undefined }),
    setAppState: () => {},
    pool,
    model: '',
    nonInteractive: true,
    environment: {},
    limits: { timeoutMs: 120_000 },
    outputJSONSchema: undefined,
    notify: () => {},
    canUseTool: async () => ({ behavior: 'deny', message: 'Nothing runs here.' }),
  };
}
