import { TOOL_SEARCH } from '../tool/deferral.ts';

/** What a run of its own may use (mode `standard`); MCP tools besides. */
export const ASYNC_AGENT_ALLOWED_TOOLS: ReadonlySet<string> = new Set([
  'Read',
  'Write',
  'Edit',
  'MultiEdit',
  'NotebookEdit',
  'Glob',
  'Grep',
  'LS',
  'Bash',
  'PowerShell',
  'WebFetch',
  'WebSearch',
  'TodoWrite',
  'Skill',
  TOOL_SEARCH,
  'EnterWorktree',
  'ExitWorktree',
  'ListMcpResources',
  'ReadMcpResource',
  'McpAuth',
]);

/** Runner extensions that are offered without a word in the policy: they touch nothing. */
export const FREE_EXTENSIONS: ReadonlySet<string> = new Set(['StructuredOutput', 'ReportFindings']);

/** What `tools.only` doesn't narrow away: what the run's own inputs ask for, and what finds the tools that it keeps. */
export const NOT_NARROWED: ReadonlySet<string> = new Set([...FREE_EXTENSIONS, TOOL_SEARCH]);

/** Additions of this runner to the standard set. A policy names those it wants in `tools.with`, but for the free ones. */
export const RUNNER_EXTENSIONS: ReadonlySet<string> = new Set([
  ...FREE_EXTENSIONS,
  'TaskStop',
  'Monitor',
  'LSP',
  'WebBrowser',
  'REPL',
  'Config',
  'Workflow',
  'Brief',
  'Snip',
]);

/** Mode `coordinator`: hands work out and does none itself. */
export const COORDINATOR_MODE_ALLOWED_TOOLS: ReadonlySet<string> = new Set([
  'Agent',
  'SendMessage',
  'TaskStop',
  'StructuredOutput',
]);

/** Mode `simple`. */
export const SIMPLE_MODE_TOOLS: ReadonlySet<string> = new Set(['Bash', 'Read', 'Edit']);

/** Barred from every sub-agent. */
export const ALL_AGENT_DISALLOWED_TOOLS: ReadonlySet<string> = new Set([
  'TaskOutput',
  'TaskStop',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
]);

/** What agents that share one process may use besides, to share their work. */
export const IN_PROCESS_TEAMMATE_TOOLS: ReadonlySet<string> = new Set([
  'TaskCreate',
  'TaskGet',
  'TaskUpdate',
  'TaskList',
  'SendMessage',
]);

/** Tools that need a person, and what to do without one. Known, never offered. */
export const INTERACTIVE_TOOLS: ReadonlyMap<string, string> = new Map([
  [
    'AskUserQuestion',
    'Nobody is there to answer. Decide by what the task and the code say, and name the assumption in your answer.',
  ],
  ['EnterPlanMode', 'Nobody is there to approve a plan. Go ahead with the work.'],
  ['ExitPlanMode', 'Nobody is there to approve a plan. Go ahead with the work.'],
  ['ShowWidget', 'Nobody is looking. Put what you want to show into your answer.'],
  ['TerminalCapture', 'There is no terminal. Run the command again and read its output.'],
  ['Sleep', 'Waiting costs the run its time. Run what you wait for in the foreground.'],
]);

/** Tools on no list of a mode: they exist in the tool system all the same. */
const OTHER_TOOLS = ['TeamCreate', 'TeamDelete', 'CronCreate', 'CronDelete', 'CronList'];

/** Every tool name of the tool system, offered or not: what rules and `tools.only` may name. */
export const knownToolNames: ReadonlySet<string> = new Set([
  ...ASYNC_AGENT_ALLOWED_TOOLS,
  ...RUNNER_EXTENSIONS,
  ...COORDINATOR_MODE_ALLOWED_TOOLS,
  ...ALL_AGENT_DISALLOWED_TOOLS,
  ...IN_PROCESS_TEAMMATE_TOOLS,
  ...INTERACTIVE_TOOLS.keys(),
  ...OTHER_TOOLS,
]);
