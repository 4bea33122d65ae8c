import type { Message, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { HookRun } from '../hooks/hook.ts';
import type { ApiRetry } from '../model/model.ts';
import type { Decision } from '../permission/decision.ts';
import type { Rendered } from '../tool/rendering.ts';
import type { Finding, Todo } from '../tool/tool-use-context.ts';
import type { EarlierRun, Outcome, Verdict } from './outcome.ts';

/** An MCP server of the run, as it stood at the start. */
export interface McpServerInfo {
  readonly name: string;
  readonly status: 'pending' | 'connected' | 'failed' | 'needs-auth' | 'disabled';
  /** Who brought it. */
  readonly source: 'policy' | 'input' | 'repository' | 'library';
}

/** What a run is: the contents of `system/init`. */
export interface RunInfo {
  readonly sessionId: string;
  readonly version: string;
  readonly cwd: string;
  readonly runDirectory: string;
  readonly model: string;
  readonly provider: string;
  readonly tools: readonly string[];
  /** Absent: none is configured. */
  readonly mcpServers?: readonly McpServerInfo[];
  /** `UNATTENDED` policy in its resolved form, and the files it came from. */
  readonly policy: {
    readonly name: string;
    readonly resolved: unknown;
    readonly sources: readonly string[];
  };
  readonly event: string;
  /** Where files that inputs name were read: `base commit 1a2b3c4`, `the working tree`. */
  readonly configuration: string;
  readonly trust: 'trusted' | 'untrusted';
  readonly dryRun: boolean;
  /** Whether secrets are out of `/proc/<pid>/environ`; `false` where Node can't replace the process. */
  readonly cleanEnvironment: boolean;
  readonly prompt: string;
  /** Page of this run on GitHub; `undefined` outside Actions. */
  readonly runUrl: string | undefined;
  /** Where the run is traced to: its trace there. */
  readonly traceId?: string | undefined;
  /** What the repository and the user tell agents, by name or path. Absent: nothing. */
  readonly knowledge?: {
    readonly instructions: readonly string[];
    /** Those that the model may call. */
    readonly skills: readonly string[];
    /** What a task may begin with, without its slash. */
    readonly commands: readonly string[];
  };
  /** What it goes on from; absent: nothing. */
  readonly resumedFrom?: EarlierRun | undefined;
}

/** What a decision was about. */
export interface DecidedCall {
  readonly toolUseId: string;
  readonly toolName: string;
  readonly toolInput: unknown;
  /** Present when hooks or the tool itself changed it: what runs. */
  readonly updatedInput?: unknown;
  readonly summary: string;
  readonly durationMs: number;
}

/** Everything that happens in a run. Log, transcript, comment and summary are functions of it. */
export type RunEvent =
  | { readonly type: 'run_started'; readonly at: number; readonly info: RunInfo }
  | { readonly type: 'prompt'; readonly at: number; readonly message: MessageParam }
  | { readonly type: 'request_started'; readonly at: number; readonly turn: number }
  | { readonly type: 'api_retry'; readonly at: number; readonly retry: ApiRetry }
  /** A text block of an answer that still streams: for whoever follows the run as it goes. */
  | { readonly type: 'words'; readonly at: number; readonly text: string }
  | {
      readonly type: 'assistant';
      readonly at: number;
      readonly message: Message;
      readonly requestId: string | undefined;
      readonly durationMs: number;
    }
  | {
      readonly type: 'hook_response';
      readonly at: number;
      readonly run: HookRun;
      /** The call that it ran for; absent: none. */
      readonly tool?: { readonly useId: string; readonly name: string };
    }
  | {
      readonly type: 'permission_decision';
      readonly at: number;
      readonly call: DecidedCall;
      readonly decision: Decision;
    }
  | {
      readonly type: 'tool_started';
      readonly at: number;
      readonly toolUseId: string;
      readonly toolName: string;
      readonly summary: string;
      readonly rendered: Rendered;
    }
  | {
      readonly type: 'tool_progress';
      readonly at: number;
      readonly toolUseId: string;
      readonly toolName: string;
      readonly rendered: Rendered;
    }
  | {
      readonly type: 'tool_finished';
      readonly at: number;
      readonly toolUseId: string;
      readonly toolName: string;
      readonly summary: string;
      readonly rendered: Rendered;
      readonly isError: boolean;
      readonly durationMs: number;
      /** Size of the whole result, characters, before it was cut. */
      readonly sizeChars: number;
      /** About how many tokens of it the model gets; absent: not counted. */
      readonly tokens?: number;
      readonly persistedPath: string | undefined;
      /** The run was cut off before its result was written: it may have done all, a part or nothing. */
      readonly isCutOff?: true;
    }
  | {
      readonly type: 'tool_results';
      readonly at: number;
      readonly message: MessageParam;
      /** Structured outputs by tool use id, for `tool_use_result`. */
      readonly outputs: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'user'; readonly at: number; readonly message: MessageParam }
  /** Old results left the conversation. */
  | {
      readonly type: 'results_cleared';
      readonly at: number;
      readonly toolUseIds: readonly string[];
      /** About how many tokens shorter it is. */
      readonly savedTokens: number;
    }
  /** A summary took the place of the conversation; the `user` message that follows holds it. */
  | {
      readonly type: 'compacted';
      readonly at: number;
      readonly trigger: 'auto' | 'manual';
      /** About how many tokens a request was before and is now. */
      readonly beforeTokens: number;
      readonly afterTokens: number;
      readonly durationMs: number;
      /** Of the request for the summary; `undefined`: there was none. */
      readonly requestId: string | undefined;
    }
  | { readonly type: 'todos'; readonly at: number; readonly todos: readonly Todo[] }
  /** What a call of ReportFindings added; empty: it looked and found nothing. */
  | { readonly type: 'findings'; readonly at: number; readonly findings: readonly Finding[] }
  | {
      readonly type: 'notice';
      readonly at: number;
      readonly level: 'notice' | 'warning' | 'error';
      readonly text: string;
      /** Shown in the comment too: what whoever reads the pull request has to know. */
      readonly inComment?: true;
    }
  | {
      readonly type: 'run_finished';
      readonly at: number;
      readonly outcome: Outcome;
      readonly verdict: Verdict;
    };

/** Takes events in order. Must not throw. */
export type EmitEvent = (event: RunEvent) => void;
