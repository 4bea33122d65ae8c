import { ConfigError } from '../base/errors.ts';

/** Names of one tool over time: a matcher that says one of them means them all. */
const SAME_TOOL: readonly (readonly string[])[] = [
  ['Agent', 'Task'],
  ['TaskStop', 'KillShell', 'KillBash'],
  ['Brief', 'SendUserMessage'],
  ['ListMcpResources', 'ListMcpResourcesTool'],
  ['ReadMcpResource', 'ReadMcpResourceTool'],
];

/** Nothing but names: letters, digits, `_`, `-`, blanks and the separators `|` and `,`. */
const NAMES_ONLY = /^[\w\- ,|]*$/;

/**
 * Makes a test for tool names out of a matcher, as Claude Code reads it: nothing or `*` is every tool,
 * a list of names is exact, anything else is a regular expression that may match anywhere in the name.
 * @throws ConfigError when it is no regular expression: a guard that can't match would let all pass.
 */
export function toolMatcher(matcher: string): (toolName: string) => boolean {
  if (matcher.trim() === '' || matcher.trim() === '*') return () => true;
  if (NAMES_ONLY.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (toolName) => namesOf(toolName).some((name) => names.has(name));
  }
  const pattern = compile(matcher);
  return (toolName) => namesOf(toolName).some((name) => pattern.test(name));
}

function compile(matcher: string): RegExp {
  try {
    return new RegExp(matcher);
  } catch (error) {
    throw new ConfigError(
      `The hook matcher “${matcher}” is neither a list of tool names (Edit|Write) nor a regular expression (mcp__.*).`,
      { cause: error },
    );
  }
}

function namesOf(toolName: string): readonly string[] {
  return SAME_TOOL.find((names) => names.includes(toolName)) ?? [toolName];
}
