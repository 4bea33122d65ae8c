import { expect, test } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import { hookMatcher } from '../../src/hooks/matcher.ts';

test.each([
  ['', ['Bash', 'mcp__a__b'], []],
  ['*', ['Bash', 'mcp__a__b'], []],
  ['Bash', ['Bash'], ['BashOutput', 'bash']],
  ['Edit|Write', ['Edit', 'Write'], ['MultiEdit', 'NotebookEdit']],
  ['Edit, Write', ['Edit', 'Write'], ['EditWrite']],
  ['mcp__memory', [], ['mcp__memory__get']],
  ['mcp__memory__.*', ['mcp__memory__get'], ['mcp__other__get']],
  ['^Notebook', ['NotebookEdit'], ['ReadNotebook']],
  ['Edit.*', ['Edit', 'NotebookEdit', 'EditX'], ['Write']],
  ['Task', ['Agent'], ['TaskStop']],
  ['Agent', ['Agent'], []],
  ['KillShell', ['TaskStop'], ['Bash']],
  ['ListPeers', ['ListAgents'], []],
  ['ReadMcpResourceDir', ['ReadMcpResourceDirTool'], ['ReadMcpResourceTool']],
  ['ProposeGoal', ['SetGoal'], []],
  ['^Task$', ['Agent', 'Task'], ['TaskStop']],
])('the matcher %j', (matcher, matching, others) => {
  const matches = hookMatcher(matcher);
  expect(matching.filter((name) => !matches(name))).toEqual([]);
  expect(others.filter(matches)).toEqual([]);
});

test('a matcher that is no pattern is an error at the start, not a guard that never fires', () => {
  expect(() => hookMatcher('Bash(')).toThrow(ConfigError);
  expect(() => hookMatcher('Bash(')).toThrow(/“Bash\(” is neither/);
});
