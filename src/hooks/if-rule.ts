import type { Workspace } from '../base/workspace.ts';
import type { Call } from '../permission/call.ts';
import { findRefusal } from '../permission/find-refusal.ts';
import type { Rule } from '../permission/rule.ts';
import { compileList, type RuleList } from '../permission/rule-list.ts';

/** The call that an `if` rule is held against: what rules are held against. */
export type CallToMatch = Call;

/**
 * Whether a hook with this `if` has to run. Where a command can't be looked into, it runs: a guard that
 * stays away from what it can't judge is none (contracts 2.3).
 */
export function ifRule(rule: Rule, workspace: Workspace): (call: CallToMatch) => boolean {
  const list: RuleList = compileList([rule], 'refuse', workspace);
  return (call) =>
    findRefusal(list, call) !== undefined ||
    (namesTool(rule, call) && (call.subject.unclear !== undefined || isDynamic(call)));
}

/** Rules for files speak of commands as well. */
function namesTool({ tool }: Rule, { toolName, ruleNames, subject }: Call): boolean {
  const isOfFiles = (tool === 'Read' || tool === 'Edit') && subject.commands !== undefined;
  return tool === toolName || ruleNames.includes(tool) || isOfFiles;
}

function isDynamic({ subject }: Call): boolean {
  return (subject.commands ?? []).some(({ text }) => /[$`]/u.test(text));
}
