import { ConfigError } from '../base/errors.ts';
import { linearRegex } from '../base/linear-regex/linear-regex.ts';
import { PatternError } from '../base/name-glob.ts';

/** Names of one tool over time: a matcher that says one of them means them all. */
const SAME_TOOL: readonly (readonly string[])[] = [
  ['Agent', 'Task'],
  ['TaskStop', 'KillShell', 'KillBash'],
  ['ListAgents', 'ListPeers'],
  ['Brief', 'SendUserMessage'],
  ['ListMcpResources', 'ListMcpResourcesTool'],
  ['ReadMcpResource', 'ReadMcpResourceTool'],
  ['ReadMcpResourceDir', 'ReadMcpResourceDirTool'],
  ['SetGoal', 'ProposeGoal'],
];

/** Nothing but names: letters, digits, `_`, `-`, blanks and the separators `|` and `,`. */
const NAMES_ONLY = /^[\w\- ,|]*$/;

/**
 * Makes a test for tool names (or what else the event matches on) out of a matcher, as Claude Code reads
 * it: nothing or `*` is all, a list of names is exact, anything else is a regular expression that may
 * match anywhere in the name, in time that no name can draw out.
 * @throws ConfigError when it is no regular expression: a guard that can't match would let all pass.
 */
export function hookMatcher(matcher: string): (value: string) => boolean {
  if (matcher.trim() === '' || matcher.trim() === '*') return () => true;
  if (NAMES_ONLY.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (toolName) => namesOf(toolName).some((name) => names.has(name));
  }
  const pattern = compile(matcher);
  return (toolName) => namesOf(toolName).some(pattern);
}

function compile(matcher: string): (toolName: string) => boolean {
  try {
    return linearRegex(matcher);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new ConfigError(
      `The hook matcher “${matcher}” is neither a list of tool names (Edit|Write) nor a regular expression (mcp__.*) that can be used: ${error.message}`,
      { cause: error },
    );
  }
}

function namesOf(toolName: string): readonly string[] {
  return SAME_TOOL.find((names) => names.includes(toolName)) ?? [toolName];
}
