import type { Message, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Workspace } from '../base/workspace.ts';
import type { ReadState } from './read-state.ts';
import type { SkillBook } from './skill-book.ts';
import type { Subject } from './subject.ts';
import type { AnyTool } from './tool.ts';

export interface Todo {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  /** The same in the present continuous, shown while it is in progress. */
  readonly activeForm: string;
}

/** A problem at certain lines of a file, as a review reports it. */
export interface Finding {
  /** From the top of the checkout, with slashes. */
  readonly path: string;
  /** First and last line it is about, 1-based. */
  readonly line: number;
  readonly endLine: number;
  readonly severity: 'error' | 'warning' | 'notice';
  /** Its kind, such as `sql-injection`. */
  readonly rule?: string | undefined;
  readonly message: string;
  /** What to put in place of exactly these lines; empty: nothing. */
  readonly suggestion?: string | undefined;
  /** The lines as they stood when it was reported, `\n` between. */
  readonly text: string;
}

/** Results of earlier calls that the model wants out of the conversation before its next answer. */
export interface SnipWish {
  /** How many of the latest stay. */
  readonly keepLast: number;
  /** Only results of these tools; absent: of all. */
  readonly tools?: readonly string[] | undefined;
}

/** What the model wants in the place of the conversation so far, before its next answer. */
export interface BriefWish {
  readonly summary: string;
}

/** What tools share over a session. Replaced as a whole, never changed in place. */
export interface AppState {
  readonly todos: readonly Todo[];
  /** What StructuredOutput was last given and accepted; `undefined` before. */
  readonly structuredOutput: unknown;
  /** What ReportFindings took, in order; absent: it was never called. */
  readonly findings?: readonly Finding[];
  /** The last wish of each kind: a new object each time; absent: none. */
  readonly snip?: SnipWish;
  readonly brief?: BriefWish;
}

/** The limits a tool has to keep by itself. */
interface ToolLimits {
  /** The longest a call may take, ms. */
  readonly timeoutMs: number;
}

/** The only door from a tool to the system. */
export interface ToolUseContext {
  readonly workspace: Workspace;
  /** Where shell commands start: absolute, real, inside the workspace. Bash moves it by `contextModifier`. */
  readonly cwd: string;
  /** Aborted when the call must end: deadline, sibling failure, end of the run. */
  readonly abort: AbortController;
  /** The conversation so far. */
  readonly messages: readonly MessageParam[];
  /** The answer that holds this call; while it still streams, what of it is complete. */
  readonly assistantMessage: Pick<Message, 'id' | 'content'> | undefined;
  readonly toolUseId: string;
  /**
   * What this call was judged on. A tool that opens paths refuses when a path leads elsewhere by
   * now: a link swapped between the decision and the call. Absent: nothing was judged (tests).
   */
  readonly subject?: Subject | undefined;
  /**
   * Whether a deny rule keeps this file (absolute path) from being read: searches leave it out, so
   * that they show nothing that Read would refuse. Must not throw. Absent: no such rule.
   */
  readonly hides?: ((path: string) => boolean) | undefined;
  readonly readState: ReadState;
  /** The skills that can be called. Absent: there are none. */
  readonly skills?: SkillBook | undefined;
  getAppState(): AppState;
  setAppState(change: (state: AppState) => AppState): void;
  readonly pool: readonly AnyTool[];
  readonly model: string;
  /** Always true: there is nobody to ask. */
  readonly nonInteractive: true;
  /** The whole environment of a child process: an allow-list, without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: ToolLimits;
  /** The JSON Schema that the run's structured answer has to meet; `undefined`: none was asked for. */
  readonly outputJSONSchema: Readonly<Record<string, unknown>> | undefined;
  /**
   * Takes secrets out of a text that comes in pieces, for what a tool writes to disk by itself.
   * Absent: the text stays as it is.
   */
  readonly redactStream?: () => { push(text: string): string; end(): string };
  /** Tells the person who reads the run: becomes an annotation. Must not throw. */
  notify(level: 'notice' | 'warning', text: string): void;
  /** The permission gate for calls made inside a call (a REPL, say): the same as for any call. */
  canUseTool(
    tool: AnyTool,
    input: unknown,
  ): Promise<
    | { readonly behavior: 'allow'; readonly input: unknown }
    | { readonly behavior: 'deny'; readonly message: string }
  >;
}
