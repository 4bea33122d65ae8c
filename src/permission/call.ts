import type { Subject } from '../tool/subject.ts';

/** The facts of one call that rules are held against. The same for every tool. */
export interface Call {
  readonly toolName: string;
  /** Further names that a rule may use for the tool: its aliases (`Task` for Agent, `Bash` for Monitor). */
  readonly ruleNames: readonly string[];
  /** `Tool.pathRules`: the path rules that stand for the tool's own name as well. */
  readonly pathRules: 'Read' | 'Edit' | undefined;
  /** `Read` refusals do not hold for its writes (NotebookEdit, as documented). Absent: they do. */
  readonly readRulesApart?: true;
  readonly subject: Subject;
  /** The call's input, for deny and ask rules on one field (`Agent(model:opus)`). Absent: none match. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Every name that a rule may use for the call's tool. */
export function namesOfCall(call: Call): string[] {
  const names = [call.toolName, ...call.ruleNames];
  return call.pathRules === undefined ? names : [...names, call.pathRules];
}
