import { toolViews } from '../../src/action/tool-view.ts';
import type { Workspace } from '../../src/base/workspace.ts';
import { compileRules } from '../../src/permission/compile-rules.ts';
import { decide } from '../../src/permission/decide.ts';
import { hiddenBy } from '../../src/permission/hidden-paths.ts';
import { parseRule } from '../../src/permission/parse-rule.ts';
import { plainCall } from '../../src/policy/plain-call.ts';

export type Lists = Readonly<Partial<Record<'deny' | 'ask' | 'allow', readonly string[]>>>;

/** What the rules say of a call before a policy answers; the tools themselves say what it touches. */
export async function judgeIn(workspace: Workspace) {
  const viewOf = await toolViews(workspace, { mcp: {} });
  const read = (texts: readonly string[] = []) =>
    texts.map((text) => parseRule(text, { file: 'labels', line: 1 }));
  return (tool: string, input: Readonly<Record<string, unknown>>, lists: Lists) => {
    const rules = { deny: read(lists.deny), ask: read(lists.ask), allow: read(lists.allow) };
    const compiled = compileRules(rules, workspace);
    const view = viewOf(tool, input, hiddenBy(compiled, workspace)) ?? {
      ...plainCall(tool, input, workspace),
      toolCheck: { behavior: 'passthrough' as const },
      requiresConfirmation: false,
    };
    return decide({ ...view, hook: undefined, trust: 'trusted', workspace, rules: compiled })
      .behavior;
  };
}
