import type { Rule, RuleSource } from '../../permission/rule.ts';
import type { HookEvent } from './hook-events.ts';

/**
 * What a hook that can't start, times out, crashes or answers nonsense means. `block_unclear` is for
 * settings, where such hooks are passed over as documented: but an answer that tried to decide and can't
 * be understood is never taken for a “yes”.
 */
export type OnFailure = 'block' | 'continue' | 'block_unclear';

interface Common {
  /** The hook runs only for calls that this rule speaks of. Absent: for all that match. */
  readonly if?: Rule | undefined;
  /** Seconds. Absent: the usual time of its type and event. */
  readonly timeout?: number | undefined;
  /** Runs one time in a session at most. */
  readonly once?: boolean | undefined;
  readonly onFailure: OnFailure;
  /** Where it stands; absent where nobody knows. */
  readonly source?: RuleSource | undefined;
}

export interface CommandHook extends Common {
  readonly type: 'command';
  readonly command: string;
  /** Present: no shell; `command` is the program and each element one argument. */
  readonly args?: readonly string[] | undefined;
  /** Nobody waits for it, and it decides nothing. */
  readonly async?: boolean | undefined;
  /** As `async`, and exit code 2 tells the model what it printed. */
  readonly asyncRewake?: boolean | undefined;
}

export interface HttpHook extends Common {
  readonly type: 'http';
  readonly url: string;
  /** Values may name variables (`$NAME`, `${NAME}`) that are in `allowedEnvVars`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly allowedEnvVars: readonly string[];
}

/** Asks a model; `$ARGUMENTS` in the prompt is the hook's input. */
export interface PromptHook extends Common {
  readonly type: 'prompt' | 'agent';
  readonly prompt: string;
  /** Absent: the small model. */
  readonly model?: string | undefined;
  readonly continueOnBlock?: boolean | undefined;
}

/** Calls a tool of an MCP server. */
export interface McpToolHook extends Common {
  readonly type: 'mcp_tool';
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type ConfiguredHook = CommandHook | HttpHook | PromptHook | McpToolHook;

export interface HookGroup {
  /** Names or a regular expression, as in Claude Code; `''` and `*` match all. */
  readonly matcher: string;
  readonly hooks: readonly ConfiguredHook[];
}

/** The groups of each event, in the order of configuration. */
export type HookConfiguration = { readonly [Event in HookEvent]?: readonly HookGroup[] };

/** Several configurations as one: groups concatenate, so that none takes another's hooks away. */
export function mergeHooks(configurations: readonly HookConfiguration[]): HookConfiguration {
  const merged: { [Event in HookEvent]?: readonly HookGroup[] } = {};
  for (const configuration of configurations) {
    for (const [event, groups] of Object.entries(configuration) as [HookEvent, HookGroup[]][]) {
      merged[event] = [...(merged[event] ?? []), ...groups];
    }
  }
  return merged;
}
