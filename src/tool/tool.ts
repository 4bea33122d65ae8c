import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { ZodType } from 'zod';
import type { Rendering } from './rendering.ts';
import type { Subject } from './subject.ts';
import type { ToolResult } from './tool-result.ts';
import type { ToolUseContext } from './tool-use-context.ts';

/** A tool's own opinion of a call, beside the rules. `passthrough`: none; the general system judges. */
export type ToolCheck =
  | { readonly behavior: 'passthrough' }
  | { readonly behavior: 'ask'; readonly reason: string }
  | { readonly behavior: 'deny'; readonly reason: string };

/** What a tool's manual may depend on. */
export interface PromptContext {
  /** Names of the tools that the model has: a manual names no other. */
  readonly toolNames: ReadonlySet<string>;
  readonly timeoutMs: number;
  /** Names of the tools whose definitions wait until they are searched for. Absent: none do. */
  readonly deferredNames?: readonly string[];
}

/** What of a run decides whether a tool is of any use in it. */
export interface PoolSession {
  readonly hasOutputSchema: boolean;
  /** There are skills that the model may call. Absent: there are none. */
  readonly hasSkills?: boolean;
  /** Definitions of tools wait until they are searched for. Absent: none do. */
  readonly hasDeferredTools?: boolean;
}

/**
 * The contract of a tool. A structural type: make one with `buildTool`, which fills what is left out
 * with the answer that is safe when wrong. Only `call` has side effects; all else is a pure function
 * of input and context (links may be looked at, to resolve paths).
 */
export interface Tool<Input = unknown, Output = unknown, Progress = unknown> {
  // Metadata
  readonly name: string;
  /** Former names that a call may still use. */
  readonly aliases: readonly string[];
  /** Words that a search for tools finds it by. */
  readonly searchHint: string;
  /** The longest text of one result, characters; the rest is persisted and a preview sent. */
  readonly maxResultSizeChars: number;
  /** Its definition is in every request: beats `shouldDefer`, and that MCP tools are deferred. */
  readonly alwaysLoad: boolean;
  /** Its definition waits until ToolSearch finds it, where the policy's `tool_search` lets it. */
  readonly shouldDefer: boolean;
  readonly isMcp: boolean;
  /** Where an MCP tool comes from. */
  readonly mcpInfo: { readonly server: string; readonly tool: string } | undefined;
  /** Which rules speak about its paths: `Read(…)` or `Edit(…)`; `undefined` for tools without paths. */
  readonly pathRules: 'Read' | 'Edit' | undefined;

  // Introspection
  /** One line, for lists. */
  description(): string;
  /** The manual that the model reads. Byte-stable within a session. */
  prompt(context: PromptContext): string;
  userFacingName(input: Input | undefined): string;

  // Schema
  inputSchema(): ZodType<Input>;
  /**
   * The schema that the model is shown instead of one made from `inputSchema`: an MCP server's own, the
   * user's for a structured answer, or one made when this program was built, which costs no start-up.
   */
  readonly inputJSONSchema: Readonly<Record<string, unknown>> | undefined;
  outputSchema(): ZodType<Output> | undefined;
  /** Input fields of our own: hidden from the model and refused when it sends them. */
  readonly internalFields: readonly string[];

  // Safety
  isEnabled(session: PoolSession): boolean;
  isReadOnly(input: Input, context: ToolUseContext): boolean;
  /** `undefined`: unknown. It then matches a `deny` or `stop` on `destructive`, never an `allow`. */
  isDestructive(input: Input, context: ToolUseContext): boolean | undefined;
  /** The tool demands a question that no allow rule answers. */
  requiresConfirmation(input: Input, context: ToolUseContext): boolean;
  checkPermissions(input: Input, context: ToolUseContext): ToolCheck;
  /** Text for the classifier. Empty: no opinion, never “safe”. */
  toAutoClassifierInput(input: Input): string;
  /** What the call touches. Built once per call, also from partial input (`unattended explain`): must not throw. */
  preparePermissionMatcher(input: Input, context: SubjectContext): Subject;
  /** Input fields that say by themselves what a call touches: when they are known, it can be told ahead. Empty: all are needed. */
  readonly subjectFields: readonly string[];
  /** The input as it will really run (paths absolute): what hooks, records and reports show. */
  backfillObservableInput(input: Input, context: SubjectContext): Input;

  // Concurrency
  isConcurrencySafe(input: Input, context: ToolUseContext): boolean;
  /** A call that ran and failed cancels the other calls of its message: they may have built on it (Bash). */
  readonly failureCancelsSiblings: boolean;

  // Execution
  /**
   * Loads what calls of the tool need, beside the first request. Called once per session before any
   * call; until then only metadata, `description` and `prompt` may be asked for.
   */
  prepare(): Promise<void>;
  /** Checks beyond the schema. Throws `ToolRefusal`. */
  validateInput(input: Input, context: ToolUseContext): Promise<void>;
  /** Throws `ToolRefusal` for what the model should hear; must heed `context.abort`. */
  call(
    input: Input,
    context: ToolUseContext,
    onProgress: (progress: Progress) => void,
  ): Promise<ToolResult<Output>>;

  // Rendering
  readonly rendering: Rendering<Input, Output, Progress>;
  mapToolResultToToolResultBlockParam(output: Output, toolUseId: string): ToolResultBlockParam;
  /** The text of a result that a search over the transcript finds: equal to what is rendered. */
  extractSearchText(output: Output): string;
}

/** The part of the context that says what relative paths mean, and which files a search may not show. */
export type SubjectContext = Pick<ToolUseContext, 'workspace' | 'cwd' | 'hides' | 'skills'>;

/**
 * A tool whose types are not known: what lists hold. Its methods take what its own schema gave, so
 * only the pipeline, after the schema step, calls those that take an input.
 */
export type AnyTool = Tool<unknown, unknown, unknown>;
