/** Answers an http hook: the body that came with a 2xx status. Rejects for everything else. */
export type PostHook = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** Asks a model, with tools that read where `agent` is set. Gives its last words. */
export type AskModel = (question: {
  readonly prompt: string;
  /** Absent: the small model. */
  readonly model: string | undefined;
  readonly agent: boolean;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** Calls a tool of an MCP server and gives the text it answers. Rejects for everything else. */
export type CallMcpTool = (call: {
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** Where and with what hooks run. What needs a higher floor is handed in. */
export interface HookPlace {
  /**
   * Where commands start, their `CLAUDE_PROJECT_DIR`: on pull-request events the base commit's tree, so
   * that a pull request can't bring its own guard.
   */
  readonly directory: string;
  /** The whole environment of commands, without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** The value of a variable that a header names; `undefined`: there is none, or it never leaves. */
  readonly variable: (name: string) => string | undefined;
  readonly post: PostHook;
  readonly ask: AskModel;
  readonly callTool: CallMcpTool;
}
