/** What a hook is told of and may have a say in. */
export interface HookEventInfo {
  /** The field of its input that matchers are held against; absent: matchers don't count. */
  readonly matchOn?: string;
  /** About a tool call: `if` rules count; with one on any other event a hook never runs. */
  readonly aboutCall?: true;
  /** What exit code 2, or a policy hook that fails, does. */
  readonly exit2: 'denies' | 'tells' | 'stops' | 'goes_on' | 'notice';
  /** Longest time of a command, http or MCP hook that names none, seconds; absent: 600. */
  readonly timeout?: number;
  /** Absent: all types of handlers. */
  readonly types?: readonly HookType[];
  /** Why it never comes about here, as the end of a sentence; absent: it does. */
  readonly never?: string;
}

type HookType = 'command' | 'http' | 'mcp_tool' | 'prompt' | 'agent';

const OUTSIDE = ['command', 'http', 'mcp_tool'] as const;
const AT_START = ['command', 'mcp_tool'] as const;
const INTERACTIVE = 'there is nobody at the keyboard';
const NOT_YET = 'this version has nothing that causes it';

const call = { matchOn: 'tool_name', aboutCall: true } as const;

/** Every event of Claude Code's hooks (code.claude.com/docs/en/hooks), and what it means here. */
const HOOK_EVENTS = {
  PreToolUse: { ...call, exit2: 'denies' },
  PermissionRequest: { ...call, exit2: 'notice' },
  PermissionDenied: { ...call, exit2: 'notice' },
  PostToolUse: { ...call, exit2: 'tells' },
  PostToolUseFailure: { ...call, exit2: 'tells' },
  PostToolBatch: { exit2: 'stops' },
  UserPromptSubmit: { exit2: 'stops', timeout: 30 },
  SessionStart: { matchOn: 'source', exit2: 'notice', types: AT_START },
  SessionEnd: { matchOn: 'reason', exit2: 'notice', types: OUTSIDE, timeout: 1.5 },
  Stop: { exit2: 'goes_on' },
  StopFailure: { matchOn: 'error', exit2: 'notice', types: OUTSIDE },
  Notification: { matchOn: 'notification_type', exit2: 'notice', types: OUTSIDE },
  CwdChanged: { exit2: 'notice', types: OUTSIDE },
  SubagentStart: { matchOn: 'agent_type', exit2: 'notice', types: OUTSIDE, never: NOT_YET },
  SubagentStop: { matchOn: 'agent_type', exit2: 'goes_on', never: NOT_YET },
  PreCompact: { matchOn: 'trigger', exit2: 'stops', types: OUTSIDE },
  PostCompact: { matchOn: 'trigger', exit2: 'notice', types: OUTSIDE },
  InstructionsLoaded: { matchOn: 'load_reason', exit2: 'notice', types: OUTSIDE },
  TaskCreated: { exit2: 'denies', never: NOT_YET },
  TaskCompleted: { exit2: 'denies', never: NOT_YET },
  UserPromptExpansion: { matchOn: 'command_name', exit2: 'stops' },
  FileChanged: { matchOn: 'file_path', exit2: 'notice', types: OUTSIDE, never: NOT_YET },
  Elicitation: { matchOn: 'mcp_server_name', exit2: 'denies', types: OUTSIDE },
  ElicitationResult: { matchOn: 'mcp_server_name', exit2: 'denies', types: OUTSIDE },
  PreModelSwitch: { exit2: 'denies', types: OUTSIDE, never: NOT_YET },
  PostModelSwitch: { exit2: 'notice', types: OUTSIDE, never: NOT_YET },
  PreSkillShellCommand: { matchOn: 'tool_name', exit2: 'denies', types: OUTSIDE },
  WorktreeCreate: { exit2: 'denies', types: OUTSIDE, never: NOT_YET },
  WorktreeRemove: { exit2: 'notice', types: OUTSIDE, never: NOT_YET },
  Setup: { matchOn: 'trigger', exit2: 'notice', types: AT_START, never: INTERACTIVE },
  DirectoryAdded: { matchOn: 'source', exit2: 'notice', types: OUTSIDE, never: INTERACTIVE },
  ConfigChange: { matchOn: 'source', exit2: 'stops', types: OUTSIDE, never: INTERACTIVE },
  TeammateIdle: { exit2: 'goes_on', never: INTERACTIVE },
  MessageDisplay: { exit2: 'notice', types: OUTSIDE, never: INTERACTIVE },
} as const satisfies Record<string, HookEventInfo>;

export type HookEvent = keyof typeof HOOK_EVENTS;

export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as readonly HookEvent[];

export function isHookEvent(name: string): name is HookEvent {
  return Object.hasOwn(HOOK_EVENTS, name);
}

/** With the keys that an event leaves out as `undefined`. */
export function hookEventInfo(event: HookEvent): HookEventInfo {
  return HOOK_EVENTS[event];
}
