import { nearest } from '../base/nearest.ts';
import { lintRule } from '../permission/lint-rule.ts';
import { parseRule, RuleError } from '../permission/parse-rule.ts';
import type { Rule } from '../permission/rule.ts';
import type { RuleListName } from '../permission/rule-problem.ts';

/** Where a rule stands: in a list, or in the `match` of an answer. */
export type RuleUse = 'deny' | 'ask' | 'allow' | 'match';

export interface JudgedRule {
  /** Why it can't be used or can never match, in one sentence; `undefined`: nothing is wrong. */
  readonly error: string | undefined;
  /** What is odd about it, though it can be used; `undefined`: nothing. */
  readonly warning: string | undefined;
}

/** Why a rule can't be used or can never match, in one sentence; `undefined`: nothing is wrong. */
export function ruleProblem(
  text: string,
  use: RuleUse,
  toolNames: ReadonlySet<string>,
): string | undefined {
  return judgeRule(text, use, toolNames).error;
}

export function judgeRule(text: string, use: RuleUse, toolNames: ReadonlySet<string>): JudgedRule {
  const rule = readRule(text);
  if (typeof rule === 'string') return { error: rule, warning: undefined };
  // A deny for a tool that isn't there denies nothing, while its author believes to be safe.
  const unknown = rule.tool.includes('*') ? undefined : unknownTool(rule.tool, toolNames);
  const problem = lintRule(rule, listOf(use), toolNames);
  return {
    error: unknown ?? (problem?.level === 'error' ? problem.message : undefined),
    warning: problem?.level === 'warning' ? problem.message : undefined,
  };
}

/** A rule that can be read but speaks of a tool that there isn't. */
export function namesUnknownTool(text: string, toolNames: ReadonlySet<string>): boolean {
  const rule = readRule(text);
  if (typeof rule === 'string' || rule.tool.includes('*')) return false;
  return unknownTool(rule.tool, toolNames) !== undefined;
}

/** What is wrong with the name of a tool; `undefined`: there is such a tool. */
export function unknownTool(name: string, toolNames: ReadonlySet<string>): string | undefined {
  if (toolNames.has(name) || /^mcp__[\w-]+$/u.test(name)) return undefined;
  const near = nearest(name, toolNames);
  return near
    ? `There is no tool \`${name}\`; did you mean \`${near}\`?`
    : `There is no tool \`${name}\`; \`unattended tools\` lists what there is.`;
}

function readRule(text: string): Rule | string {
  try {
    return parseRule(text, { file: '', line: 1 });
  } catch (error) {
    if (error instanceof RuleError) return error.message;
    throw error;
  }
}

/** The rule of an answer may be what a deny or ask rule may be. */
function listOf(use: RuleUse): RuleListName {
  return use === 'match' ? 'ask' : use;
}
